/** Uploads with progress. fetch has no upload progress, so this is an XMLHttpRequest. */
import { authorized } from './api.ts';
import { headersFor, NetworkError, readText, toApiError } from './http.ts';

export interface Upload {
  /** Under /api, with its parameters filled in. */
  path: string;
  form: FormData;
  /** Idempotency key: two uploads with the same key have one effect. */
  key: string;
  signal?: AbortSignal | undefined;
  /** Sent part of the body, 0 to 1. */
  onProgress?: (part: number) => void;
}

/** Renews an expired token like every other request and sends the files again. */
export const upload = <T>(options: Upload): Promise<T> => authorized((token) => sendUpload<T>(options, token));

function sendUpload<T>({ path, form, key, signal, onProgress }: Upload, token: string | undefined): Promise<T> {
  return new Promise((done, fail) => {
    const xhr = new XMLHttpRequest();
    const stop = () => xhr.abort();
    const end = (settle: () => void) => {
      signal?.removeEventListener('abort', stop);
      settle();
    };
    xhr.open('POST', `/api${path}`);
    for (const [name, value] of Object.entries(headersFor(form, token, key))) xhr.setRequestHeader(name, value);
    xhr.upload.addEventListener('progress', ({ loaded, total }) => total > 0 && onProgress?.(loaded / total));
    xhr.addEventListener('load', () =>
      end(() => {
        const data = readText(xhr.responseText);
        if (xhr.status >= 200 && xhr.status < 300) done(data as T);
        else fail(toApiError(xhr.status, data));
      }),
    );
    xhr.addEventListener('error', () => end(() => fail(new NetworkError('offline'))));
    xhr.addEventListener('abort', () => end(() => fail(new DOMException('Stopped', 'AbortError'))));
    signal?.addEventListener('abort', stop);
    if (signal?.aborted) return fail(new DOMException('Stopped', 'AbortError'));
    xhr.send(form);
  });
}
