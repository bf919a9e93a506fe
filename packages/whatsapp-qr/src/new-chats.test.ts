import { describe, expect, it } from 'vitest';
import { newChatItems, timeLockItems } from './new-chats.ts';

const AT = 1_760_000_000;

describe('limits of new conversations', () => {
  it('report the end of a block [G8]', () => {
    const lock = {
      isActive: true,
      timeEnforcementEnds: new Date((AT + 86_400) * 1000),
      enforcementType: 'BIZ_QUALITY',
    };
    expect(timeLockItems(lock as never, AT)).toEqual([
      { item: 'health', what: 'restricted', detail: 'BIZ_QUALITY', at: AT, until: AT + 86_400 },
    ]);
    expect(timeLockItems({ isActive: true, timeEnforcementEnds: new Date(Number.NaN) }, AT)).toEqual([
      { item: 'health', what: 'restricted', detail: '', at: AT },
    ]);
    expect(timeLockItems({ isActive: false }, AT)).toEqual([{ item: 'health', what: 'restored', detail: '', at: AT }]);
  });

  it('report the quota and its use, and a block when it is used up [G8]', () => {
    expect(newChatItems({ total_quota: 40, used_quota: 12 }, AT)).toEqual([
      { item: 'new-chats', total: 40, used: 12, at: AT },
    ]);
    const capped = { total_quota: 40, used_quota: 40, capping_status: 'CAPPED', cycle_end_timestamp: String(AT + 60) };
    expect(newChatItems(capped as never, AT)).toEqual([
      { item: 'new-chats', total: 40, used: 40, at: AT },
      { item: 'health', what: 'restricted', detail: 'new conversations', at: AT, until: AT + 60 },
    ]);
    expect(newChatItems({ total_quota: -1 }, AT)).toEqual([]);
  });
});
