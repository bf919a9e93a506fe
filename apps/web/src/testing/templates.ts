import type { Template } from '@balcao/contract/endpoints/templates';

/** An approved template. */
export const aTemplate = (own: Partial<Template> = {}): Template => ({
  id: 11,
  whatsappId: 2,
  name: 'pedido_pronto',
  language: 'pt_BR',
  category: 'UTILITY',
  status: 'approved',
  because: '',
  header: { format: 'text', text: 'Boas notícias' },
  body: 'Olá {{1}}, seu pedido {{2}} está pronto.',
  footer: 'Ótica Boa Vista',
  buttons: [{ type: 'url', text: 'Acompanhar', value: 'https://exemplo.example.com/p/{{1}}' }],
  gaps: [
    { key: 'body.1', where: 'body', name: '1' },
    { key: 'body.2', where: 'body', name: '2' },
    { key: 'button.0', where: 'button', name: '0' },
  ],
  isSendable: true,
  updatedAt: '2026-07-23T12:00:00.000Z',
  ...own,
});
