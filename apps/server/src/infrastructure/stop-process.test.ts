import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';

const MODULE = JSON.stringify(new URL('./stop-process.ts', import.meta.url).href);

/** Runs a process that would live on, lets `event` happen in it, and returns its output and exit code. */
async function outcomeOf(event: string) {
  const code = `
    import { stopOnTermination } from ${MODULE};
    stopOnTermination({
      starting: Promise.resolve(),
      close: async () => console.log('closed'),
      onStopping: () => console.log('stopping'),
      onError: (error) => console.log(String(error)),
    });
    setInterval(() => {}, 1000);
    ${event}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [output, [exitCode]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { exitCode, lines: output.trim().split('\n') };
}

it.each([
  ['a thrown error', `setTimeout(() => { throw new Error('lost') }, 1)`, 1, ['Error: lost', 'stopping', 'closed']],
  ['a rejected promise', `void Promise.reject(new Error('lost'))`, 1, ['Error: lost', 'stopping', 'closed']],
  ['two errors', `setTimeout(() => { throw 1 }, 1); setTimeout(() => { throw 2 }, 1)`, 1, ['1', 'stopping']],
  ['a signal', `process.kill(process.pid, 'SIGTERM')`, 0, ['stopping', 'closed']],
])('after %s the process closes everything and exits [F-C1]', async (_, event, exitCode, lines) => {
  const outcome = await outcomeOf(event);
  expect(outcome.exitCode).toBe(exitCode);
  expect(outcome.lines).toEqual(expect.arrayContaining(lines));
  expect(outcome.lines.filter((line) => line === 'stopping')).toHaveLength(1);
});
