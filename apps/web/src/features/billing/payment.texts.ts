import { texts } from '../../lib/texts.ts';

export const paymentTexts = texts({
  title: { pt: 'Pague com PIX', en: 'Pay with PIX', es: 'Paga con PIX' },
  titleOther: { pt: 'Pagamento', en: 'Payment', es: 'Pago' },
  titlePaid: { pt: 'Pagamento confirmado', en: 'Payment confirmed', es: 'Pago confirmado' },
  qr: { pt: 'QR Code do PIX', en: 'PIX QR code', es: 'Código QR del PIX' },
  creating: { pt: 'Criando a cobrança…', en: 'Creating the charge…', es: 'Creando el cobro…' },
  validFor: { pt: 'Vale por {time}', en: 'Valid for {time}', es: 'Vale por {time}' },
  days: { pt: '{days} d {hours} h', en: '{days} d {hours} h', es: '{days} d {hours} h' },
  hours: { pt: '{hours} h {minutes} min', en: '{hours} h {minutes} min', es: '{hours} h {minutes} min' },
  minutes: { pt: '{minutes} min {seconds} s', en: '{minutes} min {seconds} s', es: '{minutes} min {seconds} s' },
  code: { pt: 'PIX copia e cola', en: 'PIX copy and paste', es: 'PIX copia y pega' },
  copy: { pt: 'Copiar código', en: 'Copy code', es: 'Copiar código' },
  copied: {
    pt: 'Código copiado. Cole no app do seu banco.',
    en: 'Code copied. Paste it in your bank’s app.',
    es: 'Código copiado. Pégalo en la app de tu banco.',
  },
  copyFailed: {
    pt: 'Não foi possível copiar. Selecione o código e copie.',
    en: 'Could not copy. Select the code and copy it.',
    es: 'No se pudo copiar. Selecciona el código y cópialo.',
  },
  step1: { pt: 'Copie o código abaixo.', en: 'Copy the code below.', es: 'Copia el código de abajo.' },
  step2: {
    pt: 'Abra o app do seu banco e escolha PIX copia e cola.',
    en: 'Open your bank’s app and choose PIX copy and paste.',
    es: 'Abre la app de tu banco y elige PIX copia y pega.',
  },
  step3: {
    pt: 'Cole, confira {amount} e confirme.',
    en: 'Paste it, check {amount} and confirm.',
    es: 'Pega, revisa {amount} y confirma.',
  },
  showQr: {
    pt: 'Mostrar QR Code para outro celular',
    en: 'Show the QR code for another phone',
    es: 'Mostrar el código QR para otro teléfono',
  },
  hideQr: { pt: 'Esconder QR Code', en: 'Hide the QR code', es: 'Ocultar el código QR' },

  // Timeline
  progress: { pt: 'Andamento do pagamento', en: 'Payment progress', es: 'Progreso del pago' },
  created: { pt: 'Cobrança criada', en: 'Charge created', es: 'Cobro creado' },
  waiting: { pt: 'Esperando o pagamento', en: 'Waiting for the payment', es: 'Esperando el pago' },
  waitingText: {
    pt: 'esta tela muda sozinha, não precisa atualizar',
    en: 'this screen updates by itself',
    es: 'esta pantalla se actualiza sola',
  },
  notYet: {
    pt: 'o banco ainda não confirmou; se você acabou de pagar, aguarde um pouco',
    en: 'the bank has not confirmed it yet; if you have just paid, wait a moment',
    es: 'el banco aún no lo confirmó; si acabas de pagar, espera un poco',
  },
  confirmed: { pt: 'Pagamento confirmado', en: 'Payment confirmed', es: 'Pago confirmado' },
  invoicePaid: { pt: 'Fatura {number} paga', en: 'Invoice {number} paid', es: 'Factura {number} pagada' },
  receiptSent: { pt: 'recibo enviado para {email}', en: 'receipt sent to {email}', es: 'recibo enviado a {email}' },
  validUntil: {
    pt: 'Assinatura até {date}',
    en: 'Subscription until {date}',
    es: 'Suscripción hasta el {date}',
  },

  // Problems
  expiredTitle: { pt: 'O código venceu', en: 'The code has expired', es: 'El código venció' },
  expiredText: {
    pt: 'Nada foi cobrado. Gere outro para pagar {amount}.',
    en: 'Nothing was charged. Generate another one to pay {amount}.',
    es: 'No se cobró nada. Genera otro para pagar {amount}.',
  },
  newCode: { pt: 'Gerar novo código', en: 'Generate a new code', es: 'Generar un código nuevo' },
  failedTitle: { pt: 'O PIX não respondeu', en: 'PIX did not answer', es: 'El PIX no respondió' },
  failedText: {
    pt: 'Nada foi cobrado. Tente de novo ou pague de outra forma.',
    en: 'Nothing was charged. Try again or pay in another way.',
    es: 'No se cobró nada. Inténtalo de nuevo o paga de otra forma.',
  },
  retry: { pt: 'Tentar de novo', en: 'Try again', es: 'Intentar de nuevo' },
  pageTitle: { pt: 'Escolha onde pagar', en: 'Choose where to pay', es: 'Elige dónde pagar' },
  pageText: {
    pt: 'A página abre em outra aba. Volte aqui depois de pagar.',
    en: 'The page opens in another tab. Come back here after paying.',
    es: 'La página se abre en otra pestaña. Vuelve aquí después de pagar.',
  },
  noneTitle: { pt: 'Pagamento em preparação', en: 'Payment is being set up', es: 'Pago en preparación' },
  noneText: {
    pt: 'Nenhuma forma de pagamento foi ligada ainda. Sua assinatura continua até {date}. Fale com o suporte.',
    en: 'No payment method is connected yet. Your subscription continues until {date}. Please contact support.',
    es: 'Todavía no hay ninguna forma de pago conectada. Tu suscripción continúa hasta el {date}. Contacta con soporte.',
  },
  noneTextOverdue: {
    pt: 'Nenhuma forma de pagamento foi ligada ainda. Fale com o suporte.',
    en: 'No payment method is connected yet. Please contact support.',
    es: 'Todavía no hay ninguna forma de pago conectada. Contacta con soporte.',
  },

  voidText: {
    pt: 'A fatura {number} foi anulada ou substituída por outra. Não há nada a pagar nela.',
    en: 'Invoice {number} was voided or replaced by another one. There is nothing to pay on it.',
    es: 'La factura {number} fue anulada o sustituida por otra. No hay nada que pagar en ella.',
  },
  refundedText: {
    pt: 'O pagamento da fatura {number} foi estornado: o valor foi devolvido a quem pagou.',
    en: 'The payment of invoice {number} was refunded to the payer.',
    es: 'El pago de la factura {number} fue reembolsado a quien lo hizo.',
  },
  disputedText: {
    pt: 'O pagamento da fatura {number} foi contestado por quem pagou e está em análise. Em caso de dúvida, fale com o suporte.',
    en: 'The payment of invoice {number} was disputed by the payer and is under review. If you have questions, contact support.',
    es: 'El pago de la factura {number} fue disputado por quien pagó y está en revisión. Si tienes dudas, contacta con soporte.',
  },

  // Footer
  others: { pt: 'Outra forma', en: 'Another way', es: 'Otra forma' },
  stripe: { pt: 'Cartão (Stripe)', en: 'Card (Stripe)', es: 'Tarjeta (Stripe)' },
  mercadopago: { pt: 'Mercado Pago', en: 'Mercado Pago', es: 'Mercado Pago' },
  asaas: { pt: 'Boleto ou cartão (Asaas)', en: 'Boleto or card (Asaas)', es: 'Boleto o tarjeta (Asaas)' },
  opensTab: {
    pt: '{name}, abre em outra aba',
    en: '{name}, opens in another tab',
    es: '{name}, se abre en otra pestaña',
  },
  unavailable: { pt: '{name}: tentar de novo', en: '{name}: try again', es: '{name}: intentar de nuevo' },
  alreadyPaid: { pt: 'Já paguei', en: 'I have paid', es: 'Ya pagué' },
  mayClose: {
    pt: 'Pode fechar: avisamos aqui e por e-mail.',
    en: 'You can close this: we notify you here and by email.',
    es: 'Puedes cerrar: avisamos aquí y por correo.',
  },
  change: { pt: 'Mudar plano ou dados', en: 'Change plan or details', es: 'Cambiar plan o datos' },

  // Paid
  paid: { pt: 'Pago', en: 'Paid', es: 'Pagado' },
  goingHome: {
    pt: 'Indo para o início em {seconds} s',
    en: 'Going to the home screen in {seconds} s',
    es: 'Yendo al inicio en {seconds} s',
  },
  stay: { pt: 'Ficar aqui', en: 'Stay here', es: 'Quedarme aquí' },
  receipt: { pt: 'Ver recibo', en: 'View receipt', es: 'Ver recibo' },
  close: { pt: 'Fechar', en: 'Close', es: 'Cerrar' },
});
