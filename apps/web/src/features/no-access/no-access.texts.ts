import { texts } from '../../lib/texts.ts';

export const noAccessTexts = texts({
  title: {
    pt: 'Esta tela é só para administradores',
    en: 'This screen is only for administrators',
    es: 'Esta pantalla es solo para administradores',
  },
  text: {
    pt: 'Se você precisa dela no trabalho, peça acesso a um administrador da sua empresa.',
    en: 'If you need it for your work, ask an administrator of your company for access.',
    es: 'Si la necesitas en tu trabajo, pide acceso a un administrador de tu empresa.',
  },
  forbiddenTitle: { pt: 'Oops! Acesso Negado!', en: 'Oops! Access denied!', es: '¡Ups! ¡Acceso denegado!' },
  forbiddenText: {
    pt: 'Você não tem permissão para abrir esta página.',
    en: 'You are not allowed to open this page.',
    es: 'No tienes permiso para abrir esta página.',
  },
  overdueTitle: {
    pt: 'Sua assinatura venceu em {date}',
    en: 'Your subscription expired on {date}',
    es: 'Tu suscripción venció el {date}',
  },
  overdueText: {
    pt: 'As mensagens continuam chegando e ficam guardadas. Pague a fatura para voltar a usar o sistema, ou fale com o suporte.',
    en: 'Messages keep arriving and are stored. Pay the invoice to use the system again, or contact support.',
    es: 'Los mensajes siguen llegando y se guardan. Paga la factura para volver a usar el sistema, o contacta con soporte.',
  },
  overdueAskAdmin: {
    pt: 'As mensagens continuam chegando e ficam guardadas. Peça a um administrador da empresa que pague a fatura, ou fale com o suporte.',
    en: 'Messages keep arriving and are stored. Ask an administrator of your company to pay the invoice, or contact support.',
    es: 'Los mensajes siguen llegando y se guardan. Pide a un administrador de la empresa que pague la factura, o contacta con soporte.',
  },
  payNow: { pt: 'Pagar agora', en: 'Pay now', es: 'Pagar ahora' },
  seeInvoices: { pt: 'Ver faturas', en: 'View invoices', es: 'Ver facturas' },
  backToTickets: { pt: 'Voltar para conversas', en: 'Back to conversations', es: 'Volver a las conversaciones' },
  back: { pt: 'Voltar à tela anterior', en: 'Back to the previous screen', es: 'Volver a la pantalla anterior' },
  notFoundTitle: { pt: 'Página não encontrada', en: 'Page not found', es: 'Página no encontrada' },
  notFoundText: {
    pt: 'O endereço mudou ou foi digitado errado.',
    en: 'The address has changed or was mistyped.',
    es: 'La dirección cambió o está mal escrita.',
  },
});
