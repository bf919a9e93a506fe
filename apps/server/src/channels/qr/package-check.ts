/** Whether the optional library of WhatsApp by QR can be loaded. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { libraryFile } from './processes.ts';

const run = promisify(execFile);
const MAX_LOAD_MS = 4000;

/** The library is loaded by a short process: this one must never contain it. After a success it is not tried again. */
export function createQrPackageCheck(findFile: () => string | undefined = libraryFile): () => Promise<boolean> {
  let isLoadable = false;
  return async () => {
    const file = findFile();
    if (isLoadable && file !== undefined) return true;
    isLoadable = file !== undefined && (await loads(file));
    return isLoadable;
  };
}

const loads = (file: string): Promise<boolean> =>
  run(process.execPath, [file], { env: {}, timeout: MAX_LOAD_MS }).then(
    () => true,
    () => false,
  );
