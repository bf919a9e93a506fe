import { texts } from '../../lib/texts.ts';

export const planTexts = texts({
  title: { pt: 'Mudar de plano', en: 'Change plan', es: 'Cambiar de plan' },
  plans: { pt: 'Planos', en: 'Plans', es: 'Planes' },
  fromRenewal: { pt: 'a partir da renovação', en: 'from the renewal on', es: 'desde la renovación' },
  when: { pt: 'Quando', en: 'When', es: 'Cuándo' },
  atRenewal: { pt: 'Na renovação, em {date}', en: 'At the renewal, on {date}', es: 'En la renovación, el {date}' },
  atRenewalText: {
    pt: 'A próxima fatura já vem com o novo plano.',
    en: 'The next invoice is already for the new plan.',
    es: 'La próxima factura ya viene con el nuevo plan.',
  },
  atRenewalOnly: {
    pt: 'O novo plano vale a partir da renovação, em {date}.',
    en: 'The new plan applies from the renewal on {date}.',
    es: 'El nuevo plan vale desde la renovación, el {date}.',
  },
  now: { pt: 'Agora, por {amount}', en: 'Now, for {amount}', es: 'Ahora, por {amount}' },
  nowText: {
    pt: 'Você paga a diferença até {date}, e o plano muda quando o pagamento chegar.',
    en: 'You pay the difference until {date}, and the plan changes when the payment arrives.',
    es: 'Pagas la diferencia hasta el {date}, y el plan cambia cuando llegue el pago.',
  },
  change: { pt: 'Mudar de plano', en: 'Change plan', es: 'Cambiar de plan' },
  payDifference: { pt: 'Pagar a diferença', en: 'Pay the difference', es: 'Pagar la diferencia' },
  changed: {
    pt: 'Plano {name} a partir de {date}',
    en: '{name} plan from {date} on',
    es: 'Plan {name} desde el {date}',
  },
});
