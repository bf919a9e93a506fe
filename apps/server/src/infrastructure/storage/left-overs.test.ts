import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createUploadDir, PROCESS_NAME, removeLeftOvers, temporaryName } from './left-overs.ts';

let dir: string;
let incoming: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'balcao-left-'));
  incoming = join(dir, '.incoming');
  await mkdir(incoming);
});
afterEach(() => rm(dir, { recursive: true }));

it('files of a killed process are removed at once, those of a running process stay [F-M9]', async () => {
  const child = spawn('sleep', ['60']);
  const killed = `${hostname()}~${child.pid}~1`;
  await writeFile(join(createUploadDir(dir), 'mine'), 'half');
  await writeFile(join(incoming, temporaryName('mine')), 'half');
  await mkdir(join(dir, '.uploads', killed));
  await writeFile(join(dir, '.uploads', killed, 'photo'), 'half');
  await writeFile(join(incoming, `${killed}~file`), 'half');
  // Another process had our process id before this machine was restarted.
  await writeFile(join(incoming, `${hostname()}~${process.pid}~1~file`), 'half');

  expect(await removeLeftOvers(dir, incoming)).toBe(1);
  expect(await readdir(join(dir, '.uploads'))).toHaveLength(2);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await removeLeftOvers(dir, incoming)).toBe(2);
  expect(await readdir(join(dir, '.uploads', PROCESS_NAME))).toEqual(['mine']);
  expect(await readdir(incoming)).toEqual([temporaryName('mine')]);
});

it('files of another machine are removed after a day', async () => {
  const path = join(incoming, 'another-host~1~1~file');
  await writeFile(path, 'half');
  expect(await removeLeftOvers(dir, incoming)).toBe(0);
  const before = new Date(Date.now() - 25 * 3_600_000);
  await utimes(path, before, before);
  expect(await removeLeftOvers(dir, incoming)).toBe(1);
});
