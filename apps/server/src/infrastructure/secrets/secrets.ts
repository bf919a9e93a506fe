/** Encrypts values before they are stored: channel tokens, payment keys, certificates. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey, keyIdOf, keyRing } from './derive-key.ts';
import { Secret } from './secret.ts';

export { last4, Secret } from './secret.ts';

/** Location of a sealed value. It cannot be opened for another company, table or field. */
export type SealedFor = { company: number; table: string; field: string };

export type Vault = {
  seal(plaintext: string | Secret, sealedFor: SealedFor): string;
  /** Throws {@link CannotOpen} for another location, another key or any changed character. */
  open(sealed: string, sealedFor: SealedFor): Secret;
  /** True for a value that another key sealed: seal it again so that that key can be retired. */
  isOutdated(sealed: string): boolean;
  /** The same value sealed with the newest key. Throws {@link CannotOpen} if no known key opens it. */
  reseal(sealed: string, sealedFor: SealedFor): string;
  /** Name of the key that seals; part of every value that it sealed. */
  newestKeyId: string;
  /** Names of all keys that can open a value. */
  keyIds: readonly string[];
};

export class CannotOpen extends Error {
  override name = 'CannotOpen';
  constructor() {
    super('a sealed value could not be opened');
  }
}

const PURPOSE = 'vault';
// Random 96-bit nonces are safe for 2^32 seals under one key, far above the settings of every company.
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SEALED = /^v1\.([\w-]{8})\.([\w-]{16})\.([\w-]{22})\.([\w-]*)$/;

export function createVault(secrets: { current: string; previous?: string | undefined }): Vault {
  const keys = keyRing(secrets).map((secret) => ({ id: keyIdOf(secret, PURPOSE), key: deriveKey(secret, PURPOSE) }));
  const newest = keys[0]!;

  const vault: Vault = {
    seal(plaintext, sealedFor) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', newest.key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(boundTo(newest.id, sealedFor));
      const text = plaintext instanceof Secret ? plaintext.reveal() : plaintext;
      const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return ['v1', newest.id, base64(nonce), base64(cipher.getAuthTag()), base64(hidden)].join('.');
    },

    open(sealed, sealedFor) {
      const [, id = '', ...parts] = SEALED.exec(sealed) ?? [];
      const [nonce, tag, hidden] = parts.map((part) => Buffer.from(part, 'base64url'));
      const match = keys.find((candidate) => candidate.id === id);
      if (!match || !nonce || !tag || !hidden) throw new CannotOpen();
      // The last base64 character has unused bits; only the canonical spelling is accepted.
      if ([nonce, tag, hidden].some((bytes, index) => base64(bytes) !== parts[index])) throw new CannotOpen();
      try {
        const decipher = createDecipheriv('aes-256-gcm', match.key, nonce, { authTagLength: TAG_BYTES });
        decipher.setAAD(boundTo(id, sealedFor));
        decipher.setAuthTag(tag);
        return new Secret(Buffer.concat([decipher.update(hidden), decipher.final()]).toString('utf8'));
      } catch {
        throw new CannotOpen();
      }
    },

    isOutdated: (sealed) => SEALED.exec(sealed)?.[1] !== newest.id,
    reseal: (sealed, sealedFor) => vault.seal(vault.open(sealed, sealedFor), sealedFor),
    newestKeyId: newest.id,
    keyIds: keys.map(({ id }) => id),
  };
  return vault;
}

// JSON array: no two locations have the same encoding, whatever their names contain.
const boundTo = (keyId: string, sealedFor: SealedFor): Buffer =>
  Buffer.from(JSON.stringify(['v1', keyId, sealedFor.company, sealedFor.table, sealedFor.field]));

const base64 = (bytes: Buffer): string => bytes.toString('base64url');
