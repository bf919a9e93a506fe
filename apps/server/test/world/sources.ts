import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const SERVER = join(import.meta.dirname, '../../src');

export interface Source {
  /** From the server's source folder, as `modules/tags/tags.store.ts`. */
  path: string;
  text: string;
}

/** What runs in production: every source of the server but its tests. */
export const sources = (): Source[] =>
  readdirSync(SERVER, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.endsWith('conformance.ts'))
    .map((path) => ({ path: relative(SERVER, path), text: withoutComments(readFileSync(path, 'utf8')) }));

/** Words in comments are not code; a `//` inside an address or a text is kept. */
const withoutComments = (text: string): string =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/(^|[\s;{}(,])\/\/[^\n]*/g, '$1');
