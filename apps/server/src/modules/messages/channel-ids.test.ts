import { expect, it } from 'vitest';
import { channelIdOf, storedIdsOf } from './channel-ids.ts';

it.each(['3EB0C767D097B7C7C030', 'wamid.HBgMNTUxMTk4NzY1NDMyFQIAERgS', 'm_a-b', 'unread.0a1b', 'wamid.HB#2', 'x@y'])(
  'the channel knows %s by this id, however its message is stored',
  (id) => {
    const stored = storedIdsOf(id);
    expect(stored[0]).toBe(id);
    expect(new Set(stored).size).toBe(stored.length);
    expect(new Set(stored.map(channelIdOf))).toEqual(new Set([id]));
  },
);
