/** A random secret for an installation that nobody configured: made once, kept readable for its owner only. */
import { randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The same text on every call for the same file, also when two processes ask for the first time together. */
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
