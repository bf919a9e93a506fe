/** Received items that could not be handed over, sealed in a file until the next start of the server. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Where a session writes its items, and the key of this session; base64. */
export interface Spool {
  path: string;
  key: string;
}
const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Writes synchronously: the process is about to end. The file appears complete or not at all. */
export function writeSpool({ path, key }: Spool, session: string, deliveries: readonly string[]): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const arriving = `${path}.part`;
  const file = openSync(arriving, 'w', 0o600);
  try {
    writeSync(file, sealSpool(key, session, deliveries));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(arriving, path);
}

function sealSpool(key: string, session: string, deliveries: readonly string[]): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, Buffer.from(key, 'base64'), nonce).setAAD(Buffer.from(session));
  const sealed = Buffer.concat([cipher.update(JSON.stringify(deliveries), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Throws for another key or session, and for changed bytes. */
export function openSpool(key: string, session: string, bytes: Buffer): string[] {
  const decipher = createDecipheriv(ALGORITHM, Buffer.from(key, 'base64'), bytes.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(session)).setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const plain = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  return JSON.parse(plain.toString()) as string[];
}
