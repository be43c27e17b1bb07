/** Small pieces that all screens share. */
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../strings";
import type { Colour } from "../types";

interface DialogProps { title: string; onClose: () => void; children: ComponentChildren; wide?: boolean }

/** A question or a form over the screen. Esc and the cancel button close it; nothing is recorded by closing. */
export function Dialog({ title, onClose, children, wide }: DialogProps): JSX.Element {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (dialog && !dialog.open) {
      dialog.showModal();
    }
    return () => dialog?.close();
  }, []);
  const cancel = (event: Event): void => {
    event.preventDefault();
    onClose();
  };
  return (
    <dialog ref={ref} class={wide ? "dialog wide" : "dialog"} onCancel={cancel} aria-labelledby="dialog-title">
      <header class="dialog-head">
        <h2 id="dialog-title">{title}</h2>
        <button type="button" class="plain" onClick={onClose}>{t("close")}</button>
      </header>
      {children}
    </dialog>
  );
}

/** A disc in its colour, always beside the word for it. */
export function Disc({ colour }: { colour: Colour }): JSX.Element {
  return (
    <svg class={`disc disc-${colour}`} viewBox="-10 -10 20 20" aria-hidden="true">
      <circle r="8.5" />
      <circle class="disc-hole" r="2.6" />
    </svg>
  );
}

const ICONS: Record<string, string> = {
  undo: "M9 5 4 10l5 5M4 10h10a5.5 5.5 0 0 1 0 11h-4",
  replay: "M20 12a8 8 0 1 1-2.5-5.8M20 3v5h-5",
  warning: "M12 3 2 21h20L12 3zM12 10v5M12 18v.5",
  clear: "m12 3 2.8 5.9 6.2.8-4.6 4.4 1.2 6.4L12 17.4 6.4 20.5l1.2-6.4L3 9.7l6.2-.8z",
  clock: "M12 21a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 8v5l3 2M9.5 1.5h5",
  pause: "M8 5v14M16 5v14",
  call: "M6 17V11a6 6 0 1 1 12 0v6l2 2H4zM10 21.5h4",
  dispute: "M4 4h16v16H4zM8 16.5l6-7M11 9h3.2v3.2M8.5 8.5h.5",
  more: "M5 12h.5M12 12h.5M19 12h.5",
  finish: "M4 20h16M6 16l9.5-9.5 3 3L9 19l-4 1z",
  settings: "M4 7h9M18 7h2M4 17h2M11 17h9M15.5 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM8.5 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
};

export function Icon({ name }: { name: string }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d={ICONS[name] ?? ""} /></svg>
  );
}

interface ActionProps { icon: string; label: string; onClick: () => void; disabled?: boolean; kind?: string }

export function Action({ icon, label, onClick, disabled, kind }: ActionProps): JSX.Element {
  return (
    <button type="button" class={`action ${kind ?? ""}`} onClick={onClick} disabled={disabled ?? false}>
      <Icon name={icon} /><span>{label}</span>
    </button>
  );
}

/** Draws again four times a second while it is on the screen: for running clocks only. */
export function useTicking(): void {
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), 250);
    return () => clearInterval(timer);
  }, []);
}

interface ChoiceProps<T extends string> {
  legend: string;
  options: readonly { value: T; label: ComponentChildren }[];
  value: T | null;
  onChange: (value: T) => void;
}

/** One of a few: radio buttons as large as fingers. */
export function Choice<T extends string>({ legend, options, value, onChange }: ChoiceProps<T>): JSX.Element {
  return (
    <fieldset class="choice">
      <legend>{legend}</legend>
      <div class="choice-row">
        {options.map((option) => (
          <label key={option.value} class={option.value === value ? "chosen" : ""}>
            <input type="radio" name={legend} checked={option.value === value} onChange={() => onChange(option.value)} />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
