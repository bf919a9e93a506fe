/** Files going up, with how far they have come: fetch cannot tell that, so this call is an XMLHttpRequest. */
import { authorised } from './api.ts';
import { headersFor, NetworkError, readText, refusal } from './plain-call.ts';

export interface Upload {
  /** Under /api, filled in already. */
  path: string;
  form: FormData;
  /** The same key twice is the same wish. */
  key: string;
  signal?: AbortSignal | undefined;
  /** Of what is sent up, 0 to 1. */
  onProgress?: (part: number) => void;
}

/** Renews an expired token as every other call does, and then sends the files once more. */
export const upload = <T>(given: Upload): Promise<T> => authorised((token) => sendUp<T>(given, token));

function sendUp<T>({ path, form, key, signal, onProgress }: Upload, token: string | undefined): Promise<T> {
  return new Promise((done, fail) => {
    const call = new XMLHttpRequest();
    const stop = () => call.abort();
    const end = (say: () => void) => {
      signal?.removeEventListener('abort', stop);
      say();
    };
    call.open('POST', `/api${path}`);
    for (const [name, value] of Object.entries(headersFor(form, token, key))) call.setRequestHeader(name, value);
    call.upload.addEventListener('progress', ({ loaded, total }) => total > 0 && onProgress?.(loaded / total));
    call.addEventListener('load', () =>
      end(() => {
        const said = readText(call.responseText);
        if (call.status >= 200 && call.status < 300) done(said as T);
        else fail(refusal(call.status, said));
      }),
    );
    call.addEventListener('error', () => end(() => fail(new NetworkError('offline'))));
    call.addEventListener('abort', () => end(() => fail(new DOMException('Stopped', 'AbortError'))));
    signal?.addEventListener('abort', stop);
    if (signal?.aborted) return fail(new DOMException('Stopped', 'AbortError'));
    call.send(form);
  });
}
