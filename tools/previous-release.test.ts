import { expect, it } from 'vitest';
import { previousRelease } from './previous-release.ts';

it('the previous release is the newest tag, and without tags a commit that is known [OP-02]', () => {
  expect(previousRelease(undefined, ['v4.6.0', 'v4.5.0'])).toEqual({ name: 'v4.6.0', ref: 'v4.6.0' });
  expect(previousRelease('v4.5.0', ['v4.6.0', 'v4.5.0'])).toEqual({ name: 'v4.5.0', ref: 'v4.5.0' });
  const commit = expect.stringMatching(/^[0-9a-f]{40}$/) as string;
  expect(previousRelease('v4.5.0', ['v4.6.0'])).toEqual({ name: 'v4.5.0', ref: commit });
  expect(previousRelease(undefined, [])).toEqual({ name: 'v4.5.0', ref: commit });
  expect(previousRelease('main~3', [])).toEqual({ name: 'main~3', ref: 'main~3' });
});
