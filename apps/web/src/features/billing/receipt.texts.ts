import { texts } from '../../lib/texts.ts';

export const receiptTexts = texts({
  title: { pt: 'Recibo', en: 'Receipt', es: 'Recibo' },
  print: { pt: 'Imprimir ou salvar em PDF', en: 'Print or save as PDF', es: 'Imprimir o guardar en PDF' },
  close: { pt: 'Fechar', en: 'Close', es: 'Cerrar' },
  number: { pt: 'Fatura', en: 'Invoice', es: 'Factura' },
  item: { pt: 'Referente a', en: 'For', es: 'Por' },
  plan: { pt: 'Plano', en: 'Plan', es: 'Plan' },
  dueDay: { pt: 'Vencimento', en: 'Due date', es: 'Vencimiento' },
  discount: { pt: 'Desconto', en: 'Discount', es: 'Descuento' },
  value: { pt: 'Valor pago', en: 'Amount paid', es: 'Valor pagado' },
  paidAt: { pt: 'Pago em', en: 'Paid on', es: 'Pagado el' },
  paidWith: { pt: 'Forma de pagamento', en: 'Payment method', es: 'Forma de pago' },
  status: { pt: 'Situação', en: 'Status', es: 'Estado' },
  buyer: { pt: 'Pago por', en: 'Paid by', es: 'Pagado por' },
  document: { pt: 'CPF ou CNPJ', en: 'CPF or CNPJ', es: 'CPF o CNPJ' },
  address: { pt: 'Endereço', en: 'Address', es: 'Dirección' },
  receivedBy: { pt: 'Recebido por', en: 'Received by', es: 'Recibido por' },
  noTaxInvoice: {
    pt: 'Este recibo não é nota fiscal.',
    en: 'This receipt is not a tax invoice.',
    es: 'Este recibo no es una factura fiscal.',
  },
});
