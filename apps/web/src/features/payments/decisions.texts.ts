import { texts } from '../../lib/texts.ts';

/** Texts of the dialogs in which money is applied or returned. */
export const decisionTexts = texts({
  reason: { pt: 'Motivo', en: 'Reason', es: 'Motivo' },
  reasonHint: {
    pt: 'Fica registrado com o pagamento.',
    en: 'Recorded with the payment.',
    es: 'Queda registrado con el pago.',
  },

  apply: { pt: 'Aplicar a uma fatura', en: 'Apply to an invoice', es: 'Aplicar a una factura' },
  applyTitle: {
    pt: 'Aplicar {amount} a uma fatura',
    en: 'Apply {amount} to an invoice',
    es: 'Aplicar {amount} a una factura',
  },
  applyVerb: { pt: 'Aplicar', en: 'Apply', es: 'Aplicar' },
  applied: {
    pt: 'Valor aplicado: a fatura está paga',
    en: 'Applied: the invoice is paid',
    es: 'Aplicado: la factura está pagada',
  },
  company: { pt: 'Empresa', en: 'Company', es: 'Empresa' },
  searchCompany: { pt: 'Buscar empresa', en: 'Search companies', es: 'Buscar empresa' },
  noCompanyFound: { pt: 'Nenhuma empresa encontrada', en: 'No companies found', es: 'Ninguna empresa encontrada' },
  otherCompany: { pt: 'Outra empresa', en: 'Another company', es: 'Otra empresa' },
  openInvoice: { pt: 'Fatura em aberto', en: 'Open invoice', es: 'Factura abierta' },
  invoiceOption: {
    pt: '{number} · {amount} · vence {day}',
    en: '{number} · {amount} · due {day}',
    es: '{number} · {amount} · vence {day}',
  },
  noOpenInvoice: {
    pt: 'Esta empresa não tem fatura em aberto.',
    en: 'This company has no open invoice.',
    es: 'Esta empresa no tiene facturas abiertas.',
  },
  moreInvoices: {
    pt: 'Procurar em faturas mais antigas',
    en: 'Look in older invoices',
    es: 'Buscar en facturas anteriores',
  },
  otherAmount: {
    pt: 'A fatura é de {invoice} e o valor recebido é de {received}. Mesmo assim ela fica paga.',
    en: 'The invoice is for {invoice} and {received} was received. It counts as paid all the same.',
    es: 'La factura es de {invoice} y se recibieron {received}. Aun así queda pagada.',
  },

  refund: { pt: 'Devolver', en: 'Refund', es: 'Devolver' },
  returnTitle: { pt: 'Devolver {amount}?', en: 'Refund {amount}?', es: '¿Devolver {amount}?' },
  returnText: {
    pt: 'O valor volta para quem pagou, pelo provedor {provider}. Isto não pode ser desfeito.',
    en: 'The amount returns to the payer through {provider}. This cannot be undone.',
    es: 'El importe vuelve a quien pagó, a través de {provider}. Esto no se puede deshacer.',
  },
  refundTitle: {
    pt: 'Devolver o pagamento da fatura {number}?',
    en: 'Refund the payment of invoice {number}?',
    es: '¿Devolver el pago de la factura {number}?',
  },
  howMuch: { pt: 'Quanto devolver', en: 'How much to refund', es: 'Cuánto devolver' },
  full: { pt: 'Tudo', en: 'All of it', es: 'Todo' },
  part: { pt: 'Uma parte', en: 'A part', es: 'Una parte' },
  fullText: {
    pt: 'A fatura passa a devolvida e os meses pagos são descontados da assinatura.',
    en: 'The invoice becomes refunded and the paid months are deducted from the subscription.',
    es: 'La factura pasa a devuelta y los meses pagados se descuentan de la suscripción.',
  },
  partText: {
    pt: 'A fatura continua paga e a validade da assinatura não muda.',
    en: 'The invoice stays paid and the subscription keeps its due date.',
    es: 'La factura sigue pagada y el vencimiento de la suscripción no cambia.',
  },
  partAmount: { pt: 'Valor a devolver (R$)', en: 'Amount to refund (R$)', es: 'Importe a devolver (R$)' },
  partError: {
    pt: 'Use um valor de R$ 0,01 a {max}.',
    en: 'Use an amount from R$ 0.01 to {max}.',
    es: 'Usa un importe de R$ 0,01 a {max}.',
  },
  refundVerb: { pt: 'Devolver {amount}', en: 'Refund {amount}', es: 'Devolver {amount}' },
  done: { pt: 'Valor devolvido', en: 'Amount refunded', es: 'Importe devuelto' },
  pending: {
    pt: 'O provedor aceitou a devolução. O pagamento muda quando o dinheiro sair.',
    en: 'The provider accepted the refund. The payment changes once the money has moved.',
    es: 'El proveedor aceptó la devolución. El pago cambia cuando salga el dinero.',
  },
  refused: {
    pt: 'O provedor recusou a devolução: {message}',
    en: 'The provider refused the refund: {message}',
    es: 'El proveedor rechazó la devolución: {message}',
  },
  noAnswer: {
    pt: 'O provedor não respondeu. Tente de novo: o valor não é devolvido duas vezes.',
    en: 'The provider did not answer. Try again: the amount is never refunded twice.',
    es: 'El proveedor no respondió. Inténtalo de nuevo: el importe no se devuelve dos veces.',
  },
});
