import { describe, expect, it } from 'vitest';
import { connectControl } from './client.ts';
import { ana, setUpSimulator } from './simulator.fixture.ts';

const simulator = setUpSimulator();
const { call } = simulator;

describe('account linking', () => {
  it('leads from the dialog to the selected pages and delivers after the subscription', async () => {
    await simulator.graph.control.reset();
    await simulator.graph.control.addPage({
      pageId: '201',
      name: 'Loja <b>',
      token: 'p1',
      igId: '301',
      igUsername: 'loja',
    });
    await simulator.graph.control.addPage({ pageId: '202', name: 'Outra', token: 'p2' });
    await simulator.graph.control.platformWebhook(simulator.receiver.url);
    await expect(
      simulator.graph.control.performAction('201', { id: '5001' }, { kind: 'text', text: 'oi' }),
    ).rejects.toThrow('has no webhook');

    const redirectUri = 'http://127.0.0.1:1/back';
    const dialog = await fetch(
      `${simulator.graph.url}/v24.0/dialog/oauth?client_id=4242&state=s1&redirect_uri=${encodeURIComponent(redirectUri)}`,
    );
    expect(await dialog.text()).toContain('Loja &lt;b&gt;');
    const answer = (choice: string) =>
      fetch(`${simulator.graph.url}/dialog/oauth`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({
          answer: choice,
          user: '100001',
          page: '201',
          redirect_uri: redirectUri,
          state: 's1',
        }),
      });
    expect((await answer('deny')).headers.get('location')).toContain('error=access_denied');
    const to = new URL((await answer('allow')).headers.get('location')!);
    expect(to.searchParams.get('state')).toBe('s1');

    const exchange = `/oauth/access_token?client_id=4242&client_secret=app-secret&redirect_uri=${encodeURIComponent(redirectUri)}&code=${to.searchParams.get('code')}`;
    const short = (await call('GET', exchange, '')).json['access_token'] as unknown as string;
    expect((await call('GET', exchange, '')).json['error']).toMatchObject({ code: 100, error_subcode: 36009 });
    const long = await call(
      'GET',
      `/oauth/access_token?grant_type=fb_exchange_token&client_id=4242&client_secret=app-secret&fb_exchange_token=${short}`,
      '',
    );
    const user = long.json['access_token'] as unknown as string;
    expect(
      (await call('GET', `/me/accounts?fields=id,name,access_token,instagram_business_account{id,username}`, user))
        .json['data'],
    ).toEqual([
      { id: '201', name: 'Loja <b>', access_token: 'p1', instagram_business_account: { id: '301', username: 'loja' } },
    ]);
    expect((await call('GET', `/debug_token?input_token=${user}`, '4242|app-secret')).json['data']).toMatchObject({
      is_valid: true,
      type: 'USER',
      user_id: '100001',
    });

    expect((await call('POST', '/201/subscribed_apps', 'p1', {})).json['error']).toMatchObject({ code: 100 });
    await call('POST', '/201/subscribed_apps?subscribed_fields=messages', 'p1');
    await simulator.graph.control.performAction('301', { id: '6001' }, { kind: 'text', text: 'oi' });
    await simulator.graph.control.idle();
    expect(simulator.receiver.messaging()).toHaveLength(1);
  });

  it('verifies webhooks and accepts remote control with the control token only', async () => {
    const far = connectControl(simulator.graph.url, simulator.graph.controlToken);
    expect(await far.handshake(simulator.receiver.url)).toMatchObject({
      status: 200,
      contentType: 'text/plain',
      isAgreed: true,
    });
    expect(await far.handshake(simulator.receiver.url, 'wrong')).toMatchObject({ status: 403 });
    await far.customer('whatsapp', '100', ana).sendText('de longe');
    await far.idle();
    expect(simulator.receiver.messages()).toHaveLength(1);
    await expect(connectControl(simulator.graph.url, 'guess').hold()).rejects.toThrow('wrong control token');
    await expect(far.performAction('missing', ana, { kind: 'text', text: '' })).rejects.toThrow('no account missing');
  });
});
