import { describe, expect, it } from 'vitest';
import { phrases } from '../phrases.ts';
import { inSupport, MENU, receive, textsOf } from '../turn.fixture.ts';

describe('audio messages', () => {
  const withoutAudio = { settings: { acceptsAudio: false } };
  it('are refused with a quote when the company or the contact does not accept them', () => {
    const audioReply = { kind: 'text', text: phrases.noAudio, quotes: true };
    expect(receive('', { queueId: 1 }, withoutAudio, true).replies).toEqual([audioReply]);
    expect(receive('', { queueId: 1 }, { contact: { acceptsAudio: false } }, true).replies).toEqual([audioReply]);
    expect(receive('', { queueId: 1 }, {}, true).replies).toEqual([]);
  });
  it('get the menu and the refusal in a menu, and only the refusal in options', () => {
    expect(textsOf(receive('', {}, withoutAudio, true))).toEqual([MENU, phrases.noAudio]);
    expect(textsOf(receive('', inSupport, withoutAudio, true))).toEqual([phrases.noAudio]);
  });
});
