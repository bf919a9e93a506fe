import { texts } from '../../lib/texts.ts';

export const subscriptionTexts = texts({
  title: { pt: 'Financeiro', en: 'Billing', es: 'Finanzas' },
  expiredTitle: { pt: 'Assinatura vencida', en: 'Subscription expired', es: 'Suscripción vencida' },
  expired: {
    pt: 'A assinatura venceu em {date}. Fale com o suporte.',
    en: 'The subscription expired on {date}. Please contact support.',
    es: 'La suscripción venció el {date}. Contacta con soporte.',
  },
  kept: {
    pt: 'As mensagens que chegam continuam guardadas e aparecem quando a assinatura for renovada.',
    en: 'Incoming messages are still stored and appear once the subscription is renewed.',
    es: 'Los mensajes que llegan se siguen guardando y aparecerán cuando se renueve la suscripción.',
  },
  check: { pt: 'Já paguei, verificar', en: 'I have paid, check again', es: 'Ya pagué, verificar' },
  stillExpired: {
    pt: 'O pagamento ainda não foi confirmado',
    en: 'The payment has not been confirmed yet',
    es: 'El pago aún no se ha confirmado',
  },
  company: { pt: 'Empresa', en: 'Company', es: 'Empresa' },
  plan: { pt: 'Plano', en: 'Plan', es: 'Plan' },
  due: { pt: 'Vencimento', en: 'Due date', es: 'Vencimiento' },
  state: { pt: 'Situação', en: 'Status', es: 'Estado' },
  inOrder: { pt: 'Em dia', en: 'Up to date', es: 'Al día' },
  ending: { pt: 'Vence em breve', en: 'Expires soon', es: 'Vence pronto' },
  over: { pt: 'Vencida', en: 'Expired', es: 'Vencida' },
});
