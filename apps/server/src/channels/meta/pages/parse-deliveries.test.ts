import { describe, expect, it } from 'vitest';
import {
  page,
  gram,
  AT,
  at,
  psid,
  igsid,
  own,
  delivery,
  item,
  parse,
  parseFields,
  contentsOf,
} from './parse.fixture.ts';

describe('receipts and echoes', () => {
  it('parses delivery receipts by message id and by time', () => {
    const upTo = new Date(AT - 1000).toISOString();
    expect(parseFields(page, { delivery: { mids: ['m_1', 'm_2'], watermark: AT - 1000 } })).toEqual([
      { type: 'receipt', wid: 'm_1', peer: psid, status: 'delivered', at: upTo },
      { type: 'receipt', wid: 'm_2', peer: psid, status: 'delivered', at: upTo },
      { type: 'read-up-to', peer: psid, status: 'delivered', upTo },
    ]);
  });
  it('parses read receipts: by time on Messenger, by message id on Instagram', () => {
    const upTo = new Date(AT - 1000).toISOString();
    expect(parseFields(page, { read: { watermark: AT - 1000 } })).toEqual([
      { type: 'read-up-to', peer: psid, status: 'read', upTo },
    ]);
    expect(parseFields(gram, { read: { mid: 'ig_9' } })).toEqual([
      { type: 'receipt', wid: 'ig_9', peer: igsid, status: 'read', at },
      { type: 'read-up-to', peer: igsid, status: 'read', upTo: at },
    ]);
  });

  const echo = (message: object) => ({
    sender: { id: own(page) },
    recipient: { id: '2439012' },
    timestamp: AT,
    message: { mid: 'm_e', is_echo: true, app_id: 1517776481860111, ...message },
  });
  const correlation = '00000000-0000-4000-8000-000000000001';
  it('parses the echo of our own send with its correlation', () => {
    expect(parse(delivery(page, echo({ text: 'oi', metadata: correlation })))).toEqual([
      {
        type: 'message',
        wid: 'm_e',
        peer: psid,
        fromMe: true,
        at,
        content: { kind: 'text', text: 'oi' },
        correlation,
      },
    ]);
  });
  it('ignores the echo of an earlier part of a long message', () => {
    expect(parse(delivery(page, echo({ text: 'oi', metadata: `${correlation}#1` })))).toEqual([]);
    // Metadata in a customer's message has no effect.
    expect(parseFields(page, { message: { mid: 'm_1', text: 'oi', metadata: `${correlation}#1` } })).toHaveLength(1);
  });
  it('parses a message from the page inbox or another app without a correlation', () => {
    const [event] = parse({
      object: 'page',
      entry: [{ id: own(page), time: AT, standby: [echo({ text: 'do celular' })] }],
    });
    expect(event).toMatchObject({ fromMe: true, peer: psid, content: { text: 'do celular' } });
    expect(event).not.toHaveProperty('correlation');
  });
});

describe('deliveries', () => {
  it('are parsed in order, and an invalid item does not affect the others', () => {
    const items = [
      item(page, { message: { mid: 'm_1', text: 'um' } }),
      null,
      item(page, { message: { mid: 'm_2', text: 'dois' } }),
      { sender: { id: '2439012' }, recipient: { id: own(page) }, timestamp: AT, hologram: { x: 1 } },
      item(page, { message: { text: 'sem nome' } }),
      item(page, { message: { mid: 'm_3', text: 3, attachments: 'x' } }),
    ];
    const events = parse({
      object: 'page',
      entry: [
        { id: own(page), time: AT, messaging: items },
        7,
        { id: own(page), time: AT, messaging: [item(page, { message: { mid: 'm_4', text: 'quatro' } })] },
      ],
    });
    expect(events).toMatchObject([
      { content: { kind: 'text', text: 'um' } },
      { type: 'logged', label: 'item' },
      { content: { kind: 'text', text: 'dois' } },
      { type: 'logged', label: 'hologram', at },
      { peer: psid, at, content: { kind: 'unsupported', what: 'message' }, isUnrecognized: true },
      { content: { kind: 'unsupported', what: 'attachment' } },
      { type: 'logged', label: 'entry' },
      { content: { kind: 'text', text: 'quatro' } },
    ]);
  });

  it('are parsed in the envelope of test webhooks', () => {
    const value = item(gram, { message: { mid: 'ig_1', text: 'teste' } });
    const events = parse(
      { object: 'instagram', entry: [{ id: own(gram), time: AT, changes: [{ field: 'messages', value }] }] },
      gram,
    );
    expect(contentsOf(events)).toEqual([{ kind: 'text', text: 'teste' }]);
  });

  it.each([
    'account_linking',
    'pass_thread_control',
    'take_thread_control',
    'request_thread_control',
    'app_roles',
    'game_play',
  ])('log %s [F-G1]', (label) =>
    expect(parseFields(page, { [label]: { x: 1 } })).toEqual([{ type: 'logged', label, detail: '', at }]),
  );
  it('name the apps of a handover [F-G3]', () => {
    const pass_thread_control = { previous_owner_app_id: '1', new_owner_app_id: 263_902_037_430_900 };
    expect(parseFields(page, { pass_thread_control })).toMatchObject([
      { type: 'logged', label: 'pass_thread_control', detail: 'app 1 → app 263902037430900' },
    ]);
  });
  it('mark messages while another app controls the conversation [F-G3]', () => {
    const message = item(page, { message: { mid: 'm_1', text: 'oi' } });
    const entry = { id: own(page), time: AT };
    const standby = { object: 'page', entry: [{ ...entry, standby: [message] }] };
    expect(parse(standby)).toMatchObject([{ type: 'message', isStandby: true, content: { text: 'oi' } }]);
    const changed = { object: 'page', entry: [{ ...entry, changes: [{ field: 'standby', value: message }] }] };
    expect(parse(changed)).toMatchObject([{ type: 'message', isStandby: true }]);
    expect(parse(delivery(page, message))[0]).not.toHaveProperty('isStandby');
  });
  it('ignore public comments but log unknown fields', () => {
    const of = (field: string) =>
      parse({ object: 'page', entry: [{ id: own(page), time: AT, changes: [{ field, value: { id: '1' } }] }] });
    expect([of('feed'), of('comments')]).toEqual([[], []]);
    expect(of('hologram')).toMatchObject([{ type: 'logged', label: 'hologram' }]);
  });

  it('keep an opt-in as the source of the contact and report a policy violation as health [F-G1] [F-G2]', () => {
    expect(parseFields(page, { optin: { ref: 'x' } })).toEqual([
      { type: 'source', peer: psid, about: { type: 'optin', ref: 'x' }, at },
    ]);
    const stopped = {
      recipient: { id: own(page) },
      timestamp: AT,
      policy_enforcement: { action: 'block', reason: 'spam' },
    };
    expect(parse(delivery(page, stopped))).toMatchObject([{ type: 'health', update: 'restricted', detail: 'spam' }]);
    const warned = { ...stopped, policy_enforcement: { action: 'warning', reason: 'spam' } };
    expect(parse(delivery(page, warned))).toEqual([
      { type: 'logged', label: 'policy_enforcement.warning', detail: 'spam', at },
    ]);
  });

  it('for another account are logged without any of their content', () => {
    const events = parse({
      object: 'page',
      entry: [{ id: '999', time: AT, messaging: [item(page, { message: { mid: 'x', text: 'segredo' } })] }],
    });
    expect(events).toMatchObject([{ type: 'logged', label: 'another-account' }]);
    expect(JSON.stringify(events)).not.toMatch(/segredo|2439012/);
    // Contacts of a page are not those of its Instagram account, though one token serves both.
    const crossed = parse(delivery(page, item(page, { message: { mid: 'x', text: 'segredo' } })), gram);
    expect(crossed).toMatchObject([{ type: 'logged', label: 'another-account' }]);
  });
});
