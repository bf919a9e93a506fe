/** A fake XMLHttpRequest on top of the fake server: tests inspect uploads and move their progress. */
import { vi } from 'vitest';

type Listener = (event: { loaded: number; total: number }) => void;
class FakeEventTarget {
  private readonly listeners = new Map<string, Listener[]>();
  addEventListener(event: string, listener: Listener): void {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]);
  }
  happens(event: string, loaded = 0, total = 0): void {
    for (const listener of this.listeners.get(event) ?? []) listener({ loaded, total });
  }
}

export class FakeUpload extends FakeEventTarget {
  readonly upload = new FakeEventTarget();
  readonly headers = new Headers();
  status = 0;
  responseText = '';
  form = new FormData();
  private stopped = false;
  private address = '';

  open(_method: string, address: string): void {
    this.address = address;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value);
  }
  abort(): void {
    this.stopped = true;
    this.happens('abort');
  }
  send(form: FormData): void {
    this.form = form;
    uploads.push(this);
    void fetch(this.address, { method: 'POST', headers: this.headers, body: form }).then(
      async (answer) => {
        if (this.stopped) return;
        this.status = answer.status;
        this.responseText = await answer.text();
        this.happens('load');
      },
      () => this.happens('error'),
    );
  }
}

const uploads: FakeUpload[] = [];

/** Active for this test. Returns the uploads as they start. */
export function fakeUploads(): readonly FakeUpload[] {
  uploads.length = 0;
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  return uploads;
}
