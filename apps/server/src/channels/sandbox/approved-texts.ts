import type { TemplateInfo } from '../port.ts';

/** An approved template; everything but name and body has a default. */
export const approvedTemplate = (
  name: string,
  text: Pick<TemplateInfo, 'body'> & Partial<Pick<TemplateInfo, 'header' | 'footer' | 'buttons' | 'category'>>,
  more: Partial<TemplateInfo> = {},
): TemplateInfo => ({
  id: `sandbox-${name}`,
  name,
  language: 'pt_BR',
  category: 'UTILITY',
  status: 'approved',
  because: '',
  header: null,
  footer: '',
  buttons: [],
  ...text,
  ...more,
});

/** Templates of the simulated network: one of each kind that the screens must show. */
export const approvedTexts: TemplateInfo[] = [
  approvedTemplate('retomar_conversa', {
    body: 'Olá, {{1}}! Podemos continuar a nossa conversa?',
    buttons: [
      { type: 'reply', text: 'Sim, podemos', value: '' },
      { type: 'reply', text: 'Agora não', value: '' },
    ],
  }),
  approvedTemplate('pedido_pronto', {
    header: { format: 'text', text: 'Pedido {{1}}' },
    body: 'Olá, {{1}}! O seu pedido está pronto e pode ser retirado até {{2}}.',
    footer: 'Responda a esta mensagem se precisar de ajuda.',
  }),
  approvedTemplate('vitrine', {
    category: 'MARKETING',
    header: { format: 'image', text: '' },
    body: 'Olá, {{1}}! Veja o que acabou de chegar à loja.',
    footer: 'Responda SAIR para não receber mais.',
  }),
  approvedTemplate('novidades', { category: 'MARKETING', body: 'Temos novidades esperando por você. Quer conhecer?' }),
  approvedTemplate('cobranca', { body: 'Olá, {{1}}! A sua fatura vence em {{2}}.' }, { status: 'pending' }),
  approvedTemplate(
    'promocao',
    { category: 'MARKETING', body: 'Só hoje: {{1}} com desconto!' },
    { status: 'rejected', because: 'INVALID_FORMAT' },
  ),
];
