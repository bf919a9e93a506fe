import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { guards } from './guards.ts';

const repository = join(import.meta.dirname, '..');

it.each(guards)('the guard «$name» is where mutate-guards removes it', ({ file, find, proof }) => {
  expect(readFileSync(join(repository, file), 'utf8').split(find)).toHaveLength(2);
  expect(existsSync(join(repository, proof))).toBe(true);
});
