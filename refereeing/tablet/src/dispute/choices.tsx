/** One or several of a few, as large as fingers; the chosen ones have a tick, not only a colour. */
import type { JSX } from "preact";

interface Option<T extends string> { value: T; label: string }
interface ChoicesProps<T extends string> {
  legend: string;
  name: string;
  options: readonly Option<T>[];
  value: T | "";
  onChange: (value: T) => void;
}

export function Choices<T extends string>({ legend, name, options, value, onChange }: ChoicesProps<T>): JSX.Element {
  return (
    <fieldset class="nv-choices">
      <legend>{legend}</legend>
      <div class="nv-row">
        {options.map((option) => (
          <label key={option.value} class="nv-button">
            <input type="radio" name={`nv-${name}`} checked={option.value === value} onChange={() => onChange(option.value)} />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface SeveralProps<T extends string> extends Omit<ChoicesProps<T>, "value" | "onChange"> {
  values: readonly T[];
  onChange: (values: T[]) => void;
}

export function Several<T extends string>({ legend, options, values, onChange }: SeveralProps<T>): JSX.Element {
  const turn = (value: T): void => onChange(values.includes(value) ? values.filter((each) => each !== value) : [...values, value]);
  return (
    <fieldset class="nv-choices">
      <legend>{legend}</legend>
      <div class="nv-row">
        {options.map((option) => (
          <label key={option.value} class="nv-button">
            <input type="checkbox" checked={values.includes(option.value)} onChange={() => turn(option.value)} />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
