import { texts } from '../../lib/texts.ts';

export const titleTexts = texts({
  renewal: { pt: 'Assinatura de {month}', en: 'Subscription for {month}', es: 'Suscripción de {month}' },
  upgrade: { pt: 'Mudança de plano em {month}', en: 'Plan change in {month}', es: 'Cambio de plan en {month}' },
  plan: { pt: 'Plano {name}', en: '{name} plan', es: 'Plan {name}' },
  custom: { pt: 'Plano {name}, sob medida', en: '{name} plan, custom size', es: 'Plan {name}, a medida' },
});
