import { texts } from '../../lib/texts.ts';

export const subscriptionTexts = texts({
  title: { pt: 'Assinatura', en: 'Subscription', es: 'Suscripción' },
  period: { pt: 'Período da licença', en: 'License period', es: 'Período de la licencia' },
  plan: { pt: 'Plano', en: 'Plan', es: 'Plan' },
  email: { pt: 'E-mail de cobrança', en: 'Billing email', es: 'Correo de cobro' },
  noEmail: { pt: 'Não informado', en: 'Not set', es: 'No informado' },
  subscribe: { pt: 'Assine Agora!', en: 'Subscribe now!', es: '¡Suscríbete ahora!' },
  trialToday: {
    pt: 'Seu período de teste vence em hoje',
    en: 'Your trial period expires today',
    es: 'Tu período de prueba vence hoy',
  },
  trialOne: {
    pt: 'Seu período de teste vence em 1 dia ({date})',
    en: 'Your trial period expires in 1 day ({date})',
    es: 'Tu período de prueba vence en 1 día ({date})',
  },
  trialDays: {
    pt: 'Seu período de teste vence em {days} dias ({date})',
    en: 'Your trial period expires in {days} days ({date})',
    es: 'Tu período de prueba vence en {days} días ({date})',
  },
  today: { pt: 'Sua licença vence em hoje', en: 'Your license expires today', es: 'Tu licencia vence hoy' },
  one: {
    pt: 'Sua licença vence em 1 dia ({date})',
    en: 'Your license expires in 1 day ({date})',
    es: 'Tu licencia vence en 1 día ({date})',
  },
  days: {
    pt: 'Sua licença vence em {days} dias ({date})',
    en: 'Your license expires in {days} days ({date})',
    es: 'Tu licencia vence en {days} días ({date})',
  },
  expired: {
    pt: 'Sua licença venceu em {date}',
    en: 'Your license expired on {date}',
    es: 'Tu licencia venció el {date}',
  },
  grace: {
    pt: 'Sua licença venceu em {date}; o acesso continua até {until}',
    en: 'Your license expired on {date}; you can keep working until {until}',
    es: 'Tu licencia venció el {date}; el acceso continúa hasta el {until}',
  },
  never: { pt: 'Sem vencimento', en: 'Does not expire', es: 'Sin vencimiento' },
  stateTrial: { pt: 'Em teste', en: 'Trial', es: 'En prueba' },
  stateActive: { pt: 'Em dia', en: 'Up to date', es: 'Al día' },
  stateEndsToday: { pt: 'Vence hoje', en: 'Expires today', es: 'Vence hoy' },
  stateGrace: { pt: 'Em tolerância', en: 'In grace', es: 'En tolerancia' },
  stateOverdue: { pt: 'Vencida', en: 'Expired', es: 'Vencida' },
  stateUnlimited: { pt: 'Em dia', en: 'Up to date', es: 'Al día' },
  nextInvoice: {
    pt: 'A próxima fatura sai em {date}.',
    en: 'The next invoice is issued on {date}.',
    es: 'La próxima factura se emite el {date}.',
  },
  adminsOnly: {
    pt: 'Só administradores pagam faturas.',
    en: 'Only administrators pay invoices.',
    es: 'Solo los administradores pagan facturas.',
  },
});
