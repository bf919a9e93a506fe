import { expect, it } from 'vitest';
import { createUploadBudget } from './upload-budget.ts';

/** Starts uploads that end when the test says so; `running` lists those under way in the order of their start. */
function startUploads(maxBytes: number) {
  const budget = createUploadBudget(maxBytes);
  const running: string[] = [];
  const endings = new Map<string, () => void>();
  return {
    running,
    add: (name: string, companyId: number, bytes: number) =>
      budget.run({ companyId }, bytes, async () => {
        running.push(name);
        await new Promise<void>((done) => endings.set(name, done));
        running.splice(running.indexOf(name), 1);
      }),
    end: (name: string) => endings.get(name)!(),
  };
}

it('uploads wait while the budget is used up, and a company gets at most half of it [F-H5]', async () => {
  const uploads = startUploads(100);
  const all = [uploads.add('a1', 1, 40), uploads.add('a2', 1, 40), uploads.add('b', 2, 50), uploads.add('c', 3, 20)];
  await Promise.resolve();
  expect(uploads.running).toEqual(['a1', 'b']);
  uploads.end('a1');
  await all[0];
  expect(uploads.running).toEqual(['b', 'a2']);
  uploads.end('b');
  uploads.end('a2');
  await Promise.all([all[1], all[2]]);
  expect(uploads.running).toEqual(['c']);
  uploads.end('c');
  await all[3];
});

it('a file larger than the budget is uploaded alone, and a failed upload gives its bytes back', async () => {
  const budget = createUploadBudget(100);
  await expect(budget.run({ companyId: 1 }, 500, () => Promise.reject(new Error('reset')))).rejects.toThrow('reset');
  expect(await budget.run({ companyId: 1 }, 500, async () => 'sent')).toBe('sent');
});
