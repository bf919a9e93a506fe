/** A pretended XMLHttpRequest over the pretended server: what was sent up can be looked at, and tests move the progress. */
import { vi } from 'vitest';

type Hear = (event: { loaded: number; total: number }) => void;
class Ears {
  private readonly ears = new Map<string, Hear[]>();
  addEventListener(event: string, hear: Hear): void {
    this.ears.set(event, [...(this.ears.get(event) ?? []), hear]);
  }
  happens(event: string, loaded = 0, total = 0): void {
    for (const hear of this.ears.get(event) ?? []) hear({ loaded, total });
  }
}

export class PretendedUpload extends Ears {
  readonly upload = new Ears();
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

const uploads: PretendedUpload[] = [];

/** From now on, for this test. Answers with the uploads as they come. */
export function pretendUploads(): readonly PretendedUpload[] {
  uploads.length = 0;
  vi.stubGlobal('XMLHttpRequest', PretendedUpload);
  return uploads;
}
