import { describe, expect, it } from 'vitest';
import { metadata, contacts, helena, WID, AT, change, parse } from './parse.fixture.ts';

describe('statuses, echoes, history and calls', () => {
  const status = (more: object) =>
    parse(change({ statuses: [{ id: WID, timestamp: '1739321024', recipient_id: '5500987650001', ...more }] }));

  it.each(['sent', 'delivered', 'read', 'played'])('parses the status %s with our correlation', (receipt) => {
    const correlation = 'b1b2c3d4-0000-4000-8000-000000000001';
    const more = { biz_opaque_callback_data: correlation, conversation: { id: 'c' }, pricing: { billable: true } };
    const { name: _, ...peer } = helena;
    expect(status({ status: receipt, ...more })).toEqual([
      { type: 'receipt', wid: WID, correlation, peer, status: receipt, at: AT },
    ]);
  });
  it('ignores statuses of earlier parts except failures', () => {
    const correlation = 'b1b2c3d4-0000-4000-8000-000000000001';
    const part = { biz_opaque_callback_data: `${correlation}#1` };
    expect(status({ status: 'delivered', ...part })).toEqual([]);
    const [lost] = status({ status: 'failed', ...part, errors: [{ code: 131026, title: 'no' }] });
    expect(lost).toMatchObject({ type: 'receipt', correlation, status: 'failed' });
    // The id of a part must not become the id of the message.
    expect(lost).not.toHaveProperty('wid');
  });
  it('parses the reason of a failure', () => {
    const errors = [
      { code: 131049, title: 'Not delivered', message: 'Not delivered', error_data: { details: 'ecosystem' } },
    ];
    expect(status({ status: 'failed', errors })).toMatchObject([
      { status: 'failed', fault: { code: 'ERR_CHANNEL_HELD_BACK', detail: '131049: Not delivered: ecosystem' } },
    ]);
    expect(status({ status: 'failed' })).toMatchObject([{ fault: { code: 'ERR_CHANNEL_REFUSED' } }]);
    // A message with an unpaid charge was delivered all the same.
    expect(status({ status: 'failed', type: 'payment', payment: { reference_id: 'x' } })).toMatchObject([
      { type: 'reported', wid: WID, label: 'payment.failed' },
    ]);
  });
  it('reports other statuses without a message [F-G4] [F-L12]', () => {
    const errors = [{ code: 131_053, title: 'Media', message: 'Media' }];
    expect(status({ status: 'warning', errors })).toMatchObject([
      { type: 'reported', wid: WID, label: 'warning', detail: '131053: Media', at: AT },
    ]);
    expect(status({ status: 'eaten' })).toMatchObject([{ type: 'reported', label: 'eaten' }]);
    // The customer removed a message; one of ours is never removed by it.
    expect(status({ status: 'deleted' })).toMatchObject([
      { type: 'removed', wid: WID, fromMe: false },
      { type: 'reported', wid: WID, label: 'deleted' },
    ]);
    expect(status({ type: 'call', status: 'RINGING' })).toEqual([
      { type: 'logged', label: 'call.RINGING', detail: '', at: AT },
    ]);
    expect(parse(change({ statuses: [{ status: 'sent' }, {}, null] }))).toMatchObject([
      { type: 'logged', label: 'status.sent' },
      { type: 'logged', label: 'status.unknown' },
      { type: 'logged', label: 'status.unknown' },
    ]);
  });
  it('logs calls that name no contact [F-G4]', () => {
    const call = { id: 'wacid.1', timestamp: '1739321024', event: 'terminate', direction: 'USER_INITIATED' };
    expect(parse(change({ calls: [call, { id: 7 }] }, 'calls'))).toMatchObject([
      { type: 'logged', label: 'call' },
      { type: 'logged', label: 'call' },
    ]);
  });

  it('parses echoes of messages written, edited and removed on the phone', () => {
    const echo = (more: object) =>
      parse(
        change(
          {
            message_echoes: [{ from: '550033330001', to: '+5500987650001', id: WID, timestamp: '1739321024', ...more }],
          },
          'smb_message_echoes',
        ),
      );
    const peer = { identities: [{ kind: 'phone', value: '5500987650001' }], isGroup: false };
    expect(echo({ type: 'text', text: { body: 'Já vai' } })).toEqual([
      { type: 'message', wid: WID, peer, fromMe: true, at: AT, content: { kind: 'text', text: 'Já vai' } },
    ]);
    expect(echo({ type: 'revoke', revoke: { original_message_id: 'wamid.A' } })).toMatchObject([
      { type: 'removed', peer },
    ]);
    expect(
      echo({ type: 'edit', edit: { original_message_id: 'wamid.A', message: { type: 'text', text: { body: 'y' } } } }),
    ).toMatchObject([{ type: 'edited', wid: 'wamid.A', text: 'y', peer }]);
  });

  it('parses history with both sides, files and progress', () => {
    const historyMessage = (id: string, more: object) => ({
      id,
      timestamp: '1739321024',
      history_context: { status: 'READ' },
      ...more,
    });
    const threads = [
      {
        id: '5500987650001',
        context: { wa_id: '5500987650001', username: 'Helena' },
        messages: [
          historyMessage('wamid.1', { from: '5500987650001', type: 'text', text: { body: 'Oi' } }),
          historyMessage('wamid.2', { from: '550033330001', to: '5500987650001', type: 'text', text: { body: 'Olá' } }),
          historyMessage('wamid.3', { from: '5500987650001', type: 'media_placeholder' }),
        ],
      },
    ];
    const history = [{ metadata: { phase: 0, chunk_order: 1, progress: 55 }, threads }];
    expect(parse(change({ history }, 'history'))).toMatchObject([
      { wid: 'wamid.1', peer: helena, fromMe: false, isHistory: true, content: { text: 'Oi' } },
      { wid: 'wamid.2', peer: helena, fromMe: true, isHistory: true, content: { text: 'Olá' } },
      { wid: 'wamid.3', fromMe: false, isHistory: true, content: { kind: 'unsupported', what: 'media_placeholder' } },
      { type: 'history', progress: 55 },
    ]);
    const file = historyMessage('wamid.4', {
      from: '550033330001',
      to: '5500987650001',
      type: 'image',
      image: { id: '1', mime_type: 'image/jpeg' },
    });
    expect(parse(change({ messages: [file] }, 'history'))).toMatchObject([
      {
        wid: 'wamid.4',
        fromMe: true,
        isHistory: true,
        peer: { identities: [{ value: '5500987650001' }] },
        content: { kind: 'media' },
      },
    ]);
    // Numbers with and without the ninth digit are matched.
    const spelled = (from: string, to?: string) =>
      historyMessage('wamid.5', { from, ...(to && { to }), type: 'text', text: { body: 'x' } });
    const own = { metadata: { ...metadata, display_phone_number: '+55 11 98765-0009' } };
    expect(parse(change({ ...own, messages: [spelled('551187650009', '5511987650001')] }, 'history'))).toMatchObject([
      { fromMe: true, peer: { identities: [{ value: '5511987650001' }] } },
    ]);
    const thread = { id: '5511987650001', messages: [spelled('551187650001')] };
    expect(parse(change({ history: [{ threads: [thread] }] }, 'history'))).toMatchObject([{ fromMe: false }]);
    // A thread may have the business-scoped id while its messages have the number of the same contact.
    const scope = '102290129340398';
    const hidden = {
      id: 'BR.1A2B3C',
      context: { wa_id: '5500987650001', user_id: 'BR.1A2B3C', username: 'helena.prado' },
      messages: [
        spelled('5500987650001'),
        historyMessage('wamid.6', { type: 'text', text: { body: 'y' }, from: '550033330001' }),
      ],
    };
    const named = [{ ...contacts[0], user_id: `BR.${'9'.repeat(128)}` }];
    expect(parse(change({ contacts: named, history: [{ threads: [hidden] }] }, 'history'))).toMatchObject([
      {
        fromMe: false,
        peer: {
          name: 'helena.prado',
          identities: [
            { kind: 'phone', value: '5500987650001' },
            { kind: 'bsuid', value: 'BR.1A2B3C', scope },
          ],
        },
      },
      { wid: 'wamid.6', fromMe: true },
    ]);
    expect(parse(change({ contacts: named, history: [{ threads: [threads[0]] }] }, 'history'))[0]).toMatchObject({
      peer: { name: 'Helena', identities: [{ kind: 'phone' }, { kind: 'bsuid', value: named[0]!.user_id }] },
    });
    // People known only by their user name have a thread without a number [F-G6].
    const byName = (thread: object) =>
      parse(
        change(
          {
            history: [
              {
                threads: [
                  {
                    ...thread,
                    messages: [
                      historyMessage('wamid.7', { type: 'text', text: { body: 'Oi' } }),
                      historyMessage('wamid.8', { type: 'text', text: { body: 'Olá' }, from: '550033330001' }),
                    ],
                  },
                ],
              },
            ],
          },
          'history',
        ),
      );
    const peer = {
      identities: [{ kind: 'username', value: 'helena.prado', scope }],
      name: 'helena.prado',
      username: 'helena.prado',
      isGroup: false,
    };
    for (const thread of [{ context: { username: 'helena.prado' } }, { id: 'helena.prado' }, { id: '@helena.prado' }])
      expect(byName(thread)).toMatchObject([
        { type: 'message', wid: 'wamid.7', peer, fromMe: false, isHistory: true },
        { type: 'message', wid: 'wamid.8', peer, fromMe: true, isHistory: true },
      ]);
    expect(byName({})).toMatchObject([{ type: 'logged' }, { type: 'logged' }]);
    const declined = [{ errors: [{ code: 2593109, title: 'declined' }] }];
    expect(parse(change({ history: declined }, 'history'))).toEqual([{ type: 'history', progress: 100 }]);
  });

  it('parses calls when they have ended', () => {
    const call = (more: object) =>
      parse(
        change(
          {
            contacts,
            calls: [
              {
                id: 'wacid.1',
                from: '5500987650001',
                to: '550033330001',
                timestamp: '1739321024',
                direction: 'USER_INITIATED',
                ...more,
              },
            ],
          },
          'calls',
        ),
      );
    expect(call({ event: 'connect' })).toEqual([]);
    expect(call({ event: 'terminate', status: 'FAILED' })).toMatchObject([
      { wid: 'wacid.1', peer: helena, fromMe: false, content: { kind: 'call', isVideo: false, outcome: 'missed' } },
    ]);
    expect(call({ event: 'terminate', duration: 12 })).toMatchObject([{ content: { outcome: 'ended' } }]);
  });
});
