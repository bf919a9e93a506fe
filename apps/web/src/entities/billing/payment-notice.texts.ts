import { texts } from '../../lib/texts.ts';

export const paymentTexts = texts({
  paid: {
    pt: 'Pagamento confirmado. Assinatura válida até {date}.',
    en: 'Payment confirmed. Subscription valid until {date}.',
    es: 'Pago confirmado. Suscripción válida hasta el {date}.',
  },
});
