/** The board editor and the replay: a program of its own, loaded once, so that the tablet itself stays small. */
import type { DisputeBundle } from "./dispute/main";
import { language } from "./strings";

let loading: Promise<DisputeBundle> | null = null;

/** The addresses stand in the page, because they carry the files' hashes. A failed loading is tried again. */
export function loadDisputes(): Promise<DisputeBundle> {
  loading ??= load().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** What a dispute is about, in this device's language; as it was written until the program is there. */
export function disputeText(text: string): string {
  return window.novussDispute?.textIn(language(), text) ?? text;
}

async function load(): Promise<DisputeBundle> {
  const { disputeJs, disputeCss } = document.getElementById("tablet")?.dataset ?? {};
  if (!disputeJs || !disputeCss) {
    throw new Error("no address of the dispute's program");
  }
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = disputeCss;
  const script = document.createElement("script");
  script.src = disputeJs;
  await Promise.all([arrived(style), arrived(script)]);
  if (!window.novussDispute) {
    throw new Error("the dispute's program did not start");
  }
  return window.novussDispute;
}

function arrived(element: HTMLLinkElement | HTMLScriptElement): Promise<void> {
  return new Promise((resolve, reject) => {
    element.onload = () => resolve();
    element.onerror = () => {
      element.remove();
      reject(new Error("not loaded"));
    };
    document.head.append(element);
  });
}
