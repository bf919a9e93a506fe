/** Contract tests of file storage. Every adapter must pass them against its real medium. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BadStorageKey, FileTooLarge, isStorageKey } from './storage.ts';
import type { Content, Storage } from './storage.ts';

const media = { companyId: 7, kind: 'media' };
const none = async (): Promise<Set<string>> => new Set();
const HOUR = 3_600_000;

const id = 'a'.repeat(32);
const refusedKeys = [
  '',
  '.',
  '..',
  '/etc/passwd',
  '../../etc/passwd',
  '7/media/..',
  `7/media/${id.slice(1)}`,
  `7/media/${id}a`,
  `7/../8/media/${id}`,
  `7/media/${id.toUpperCase()}`,
  `07/media/${id}`,
  `7/media/${id}\0`,
  `7/media/${id}\n`,
  `7\\media\\${id}`,
  `7//${id}`,
  `7/%2e%2e/${id}`,
  `/7/media/${id}`,
  `.incoming/media/${id}`,
  `-7/media/${id}`,
];

export function describeStorageConformance(
  name: string,
  create: () => Promise<{ storage: Storage; dispose: () => Promise<void> }>,
): void {
  describe(`${name}: file storage conformance`, () => {
    let storage: Storage;
    let dispose: () => Promise<void>;
    beforeEach(async () => ({ storage, dispose } = await create()));
    afterEach(() => dispose());

    const contentOf = async (key: string, range?: { start: number; end: number }): Promise<string | undefined> => {
      const file = await storage.open(key, range);
      return file && (await buffer(file.stream)).toString();
    };

    it.each<[string, () => Content, string]>([
      ['a buffer', () => Buffer.from('olá'), 'olá'],
      ['a stream', () => Readable.from([Buffer.from('ol'), Buffer.from('á')]), 'olá'],
      ['an empty file', () => Buffer.alloc(0), ''],
      ['a file of this machine', () => ({ path: import.meta.filename }), readFileSync(import.meta.filename, 'utf8')],
      [
        'a stream of three megabytes',
        () => Readable.from(Array.from({ length: 48 }, () => Buffer.alloc(65_536, 'x'))),
        'x'.repeat(3_145_728),
      ],
    ])('stores %s and returns its content, size and digest', async (_, content, text) => {
      const stored = await storage.put(content(), media);
      expect(stored.bytes).toBe(Buffer.byteLength(text));
      expect(stored.sha256).toBe(createHash('sha256').update(text).digest('hex'));
      expect((await contentOf(stored.key)) === text).toBe(true);
    });

    it('generates the key from company, kind and 128 random bits', async () => {
      const stored = await Promise.all(Array.from({ length: 50 }, () => storage.put(Buffer.from('same'), media)));
      expect(new Set(stored.map((file) => file.key)).size).toBe(50);
      for (const { key } of stored) expect(key).toMatch(/^7\/media\/[0-9a-f]{32}$/);
    });

    it.each([
      ['the first bytes', 0, 3, '0123'],
      ['the middle', 4, 6, '456'],
      ['the last byte', 9, 9, '9'],
      ['a range beyond the end', 8, 99, '89'],
    ])('opens %s of a file and reports the size of the whole file', async (_, start, end, text) => {
      const { key } = await storage.put(Buffer.from('0123456789'), media);
      expect(await contentOf(key, { start, end })).toBe(text);
      const file = await storage.open(key, { start, end });
      expect(file?.bytes).toBe(10);
      file?.stream.destroy();
    });

    it.each([
      ['company 0', { companyId: 0, kind: 'media' }],
      ['a negative company id', { companyId: -1, kind: 'media' }],
      ['a fractional company id', { companyId: 1.5, kind: 'media' }],
      ['a company id that is not a number', { companyId: Number.NaN, kind: 'media' }],
      ['a kind with parent folders', { companyId: 1, kind: '../../etc' }],
      ['a kind with a slash', { companyId: 1, kind: 'a/b' }],
      ['an empty kind', { companyId: 1, kind: '' }],
    ])('refuses to store for %s and destroys the source stream', async (_, options) => {
      const content = Readable.from([Buffer.from('x')]);
      await expect(storage.put(content, options)).rejects.toThrow(BadStorageKey);
      expect(content.destroyed).toBe(true);
    });

    it.each(refusedKeys)('refuses the key %j', async (key) => {
      expect(isStorageKey(key)).toBe(false);
      await expect(storage.open(key)).rejects.toThrow(BadStorageKey);
      await expect(storage.remove(key)).rejects.toThrow(BadStorageKey);
    });

    it('finds no file under an unused or removed key; removing twice is no error', async () => {
      expect(await storage.open(`7/media/${'0'.repeat(32)}`)).toBeUndefined();
      const { key } = await storage.put(Buffer.from('x'), media);
      await storage.remove(key);
      await storage.remove(key);
      expect(await storage.open(key)).toBeUndefined();
    });

    it('stores nothing of an interrupted stream', async () => {
      const broken = Readable.from(
        (async function* () {
          yield Buffer.alloc(100_000);
          throw new Error('the sender went away');
        })(),
      );
      await expect(storage.put(broken, media)).rejects.toThrow('the sender went away');
      expect(await storage.sweep(none, 0)).toBe(0);
    });

    it('handles a stream error before the first byte is read', async () => {
      const brokenStream = new Readable({ read: () => undefined });
      const stored = storage.put(brokenStream, media);
      // The test runner catches errors that would end a server, so the test checks for the listener itself.
      expect(brokenStream.listenerCount('error')).toBeGreaterThan(0);
      brokenStream.destroy(new Error('the sender went away'));
      await expect(stored).rejects.toThrow('the sender went away');
      expect(await storage.sweep(none, 0)).toBe(0);
    });

    it('aborts a stream at its size limit, destroys it and stores nothing', async () => {
      let bytesRead = 0;
      const endless = Readable.from(
        (async function* () {
          for (;;) {
            bytesRead += 65_536;
            yield Buffer.alloc(65_536);
          }
        })(),
      );
      await expect(storage.put(endless, { ...media, maxBytes: 1_000_000 })).rejects.toThrow(FileTooLarge);
      expect(endless.destroyed).toBe(true);
      expect(bytesRead).toBeLessThan(3_000_000);
      expect(await storage.sweep(none, 0)).toBe(0);
      expect((await storage.put(Buffer.alloc(10), { ...media, maxBytes: 10 })).bytes).toBe(10);
    });

    it('sweep removes old files without a row and no others', async () => {
      const keys: string[] = [];
      for (const companyId of [7, 8])
        for (const kind of ['media', 'branding'])
          keys.push((await storage.put(Buffer.from('x'), { companyId, kind })).key);
      const [named, ...orphans] = keys;
      const rows = async (requested: string[]) => new Set(requested.filter((key) => key === named));
      expect(await storage.sweep(rows, HOUR)).toBe(0);
      expect(await storage.sweep(rows, 0)).toBe(3);
      expect(await storage.sweep(rows, 0)).toBe(0);
      expect(await contentOf(named!)).toBe('x');
      for (const key of orphans) expect(await storage.open(key)).toBeUndefined();
    });

    it('sweep removes nothing when the rows cannot be read', async () => {
      const { key } = await storage.put(Buffer.from('x'), media);
      await expect(storage.sweep(() => Promise.reject(new Error('no database')), 0)).rejects.toThrow('no database');
      expect(await contentOf(key)).toBe('x');
    });
  });
}
