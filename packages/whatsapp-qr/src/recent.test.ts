import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createContactDirectory } from './contact-directory.ts';
import { createRecent } from './recent.ts';

const HELENA = '5511961110001@s.whatsapp.net';
const OTHER = '5511961110002@s.whatsapp.net';
const GROUP = '120363000000001@g.us';

function createChats() {
  const deviceState = {} as Parameters<typeof createContactDirectory>[0]['deviceState'];
  const directory = createContactDirectory({ deviceState, onError: () => {}, socket: () => undefined });
  return { directory, recent: createRecent(directory.addressesOf) };
}
const option = (name: string) => createHash('sha256').update(name).digest();
const poll = { pollCreationMessage: { name: 'Cor?', options: [{ optionName: 'Azul' }] } };

describe('a recent message', () => {
  it('is not found by its id in another chat [F-H4]', () => {
    const { recent } = createChats();
    recent.saveKey({ key: { id: 'A1', remoteJid: GROUP, fromMe: true, participant: HELENA } });
    recent.saveMessage(HELENA, { key: { id: 'A2' }, message: { conversation: 'só para Helena' } });
    recent.saveMessage(HELENA, { key: { id: 'P1' }, message: poll });

    expect(recent.keyOf(OTHER, 'A1')).toEqual({ id: 'A1', remoteJid: OTHER, fromMe: false });
    expect(recent.keyOf(OTHER, 'A2')).toEqual({ id: 'A2', remoteJid: OTHER, fromMe: false });
    expect(recent.quotable(OTHER, 'A2').message).toEqual({ conversation: '' });
    expect(recent.contentOf({ remoteJid: OTHER, id: 'A2' })).toBeUndefined();
    expect(recent.contentOf({ id: 'A2' })).toBeUndefined();
    expect(recent.chosen({ remoteJid: OTHER, id: 'P1' }, [option('Azul')])).toEqual([]);

    expect(recent.keyOf(GROUP, 'A1')).toEqual({ id: 'A1', remoteJid: GROUP, fromMe: true, participant: HELENA });
    expect(recent.quotable(HELENA, 'A2')).toMatchObject({
      key: { fromMe: true },
      message: { conversation: 'só para Helena' },
    });
    expect(recent.contentOf({ remoteJid: HELENA, id: 'A2' })).toEqual({ conversation: 'só para Helena' });
    expect(recent.chosen({ remoteJid: HELENA, id: 'P1' }, [option('Azul')])).toEqual(['Azul']);
  });

  it('does not replace that of another chat with the same id [F-H4]', () => {
    const { recent } = createChats();
    recent.saveKey({ key: { id: 'A1', remoteJid: HELENA, fromMe: true } });
    recent.saveKey({ key: { id: 'A1', remoteJid: OTHER, fromMe: false } });
    expect([HELENA, OTHER].map((jid) => recent.keyOf(jid, 'A1').fromMe)).toEqual([true, false]);
  });

  it('is found by number and LID of its chat, in both spellings of a Brazilian number', () => {
    const { directory, recent } = createChats();
    recent.saveKey({ key: { id: 'A1', remoteJid: '77@lid', remoteJidAlt: HELENA, fromMe: true } });
    recent.saveKey({ key: { id: 'A2', remoteJid: '77:3@lid', fromMe: true } });
    recent.saveKey({ key: { id: 'A3', remoteJid: HELENA, fromMe: true } });
    const isOwn = (jid: string) => ['A1', 'A2', 'A3'].map((id) => recent.keyOf(jid, id).fromMe);
    expect(isOwn(HELENA)).toEqual([true, false, true]);
    expect(isOwn('551161110001@s.whatsapp.net')).toEqual([true, false, true]);
    expect(isOwn('77@lid')).toEqual([true, true, false]);
    directory.linkLid('77@lid', HELENA);
    expect(isOwn(HELENA)).toEqual([true, true, true]);
    expect(isOwn('77@lid')).toEqual([true, true, true]);
    // The LID belongs to another number from here on.
    directory.linkLid('77@lid', OTHER);
    expect(isOwn(HELENA)).toEqual([true, false, true]);
  });
});
