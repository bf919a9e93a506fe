import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorOf } from '../../conformance.ts';
import type { Account } from '../../port.ts';
import { startGraph, type SimulatedGraph } from '../simulated.fixture.ts';
import { addNumber } from './conformance.fixture.ts';

let graph: SimulatedGraph;
let account: Account;

beforeAll(async () => {
  graph = await startGraph();
  account = await addNumber(graph, 1);
});
afterAll(() => graph.dispose());

describe('templates', () => {
  it('are listed over all pages with all their parts', async () => {
    const waba = account.secrets['wabaId']!;
    for (let n = 0; n < 205; n += 1)
      await graph.control.addTemplate(waba, {
        name: `t${n}`,
        language: 'pt_BR',
        components: [{ type: 'BODY', text: `n ${n}` }],
      });
    await graph.control.addTemplate(waba, {
      id: '900',
      name: 'promo',
      language: 'es',
      category: 'MARKETING',
      status: 'REJECTED',
      rejectedReason: 'ABUSIVE_CONTENT',
      components: [
        { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['x'] } },
        { type: 'BODY', text: 'Hola {{nombre}}' },
        { type: 'FOOTER', text: 'Óptica' },
        {
          type: 'BUTTONS',
          buttons: [
            { type: 'QUICK_REPLY', text: 'Sí' },
            { type: 'URL', text: 'Ver', url: 'https://example.com/{{1}}' },
            { type: 'PHONE_NUMBER', text: 'Llamar', phone_number: '+550033330001' },
            { type: 'COPY_CODE', example: ['DIEZ'] },
            { type: 'FLOW', text: 'Abrir' },
            { type: 'OTP', otp_type: 'COPY_CODE', text: 'Copiar' },
          ],
        },
      ],
    });
    const templates = await graph.channel.templates!(account);
    expect(templates).toHaveLength(207);
    expect(new Set(templates.map(({ name }) => name)).size).toBe(207);
    expect(templates.find(({ name }) => name === 'promo')).toEqual({
      id: '900',
      name: 'promo',
      language: 'es',
      category: 'marketing',
      status: 'rejected',
      because: 'ABUSIVE_CONTENT',
      header: { format: 'image', text: '' },
      body: 'Hola {{nombre}}',
      footer: 'Óptica',
      buttons: [
        { type: 'reply', text: 'Sí', value: '' },
        { type: 'url', text: 'Ver', value: 'https://example.com/{{1}}' },
        { type: 'call', text: 'Llamar', value: '+550033330001' },
        { type: 'copy', text: '', value: 'DIEZ' },
        { type: 'other', text: 'Abrir', value: '' },
        // Cannot be filled, so the template is not offered [F-L12].
        { type: 'other', text: 'Copiar', value: 'OTP' },
      ],
    });
  });
  it('without permission do not make the account dead', async () => {
    await graph.control.injectFault({ call: 'message_templates' }, { code: 200 });
    expect(await errorOf(graph.channel.templates!(account))).toMatchObject({
      fault: { code: 'ERR_CHANNEL_RIGHTS' },
      isAccountDead: false,
    });
  });
});
