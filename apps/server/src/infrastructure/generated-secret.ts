/** Random secret for an installation without a configured one: generated once, stored readable by the file owner only. */
import { randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Returns the same secret for the same file, also when two processes call it first at the same time. */
export function generatedSecret(file: string): string {
  if (!existsSync(file)) generate(file);
  chmodSync(file, 0o600);
  return readFileSync(file, 'utf8').trim();
}

function generate(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(draft);
  }
}
