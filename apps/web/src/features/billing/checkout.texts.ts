import { texts } from '../../lib/texts.ts';

export const checkoutTexts = texts({
  title: { pt: 'Falta pouco!', en: 'Almost there!', es: '¡Falta poco!' },
  steps: { pt: 'Passos', en: 'Steps', es: 'Pasos' },
  data: { pt: 'Dados', en: 'Details', es: 'Datos' },
  personalize: { pt: 'Personalizar', en: 'Customize', es: 'Personalizar' },
  review: { pt: 'Revisar', en: 'Review', es: 'Revisar' },
  next: { pt: 'Continuar', en: 'Continue', es: 'Continuar' },
  back: { pt: 'VOLTAR', en: 'BACK', es: 'VOLVER' },
  pay: { pt: 'PAGAR {amount}', en: 'PAY {amount}', es: 'PAGAR {amount}' },
  ordered: {
    pt: 'Assinatura realizada com sucesso!, aguardando a realização do pagamento',
    en: 'Subscription created. Waiting for the payment.',
    es: 'Suscripción realizada con éxito. Esperando el pago.',
  },

  // Buyer
  name: { pt: 'Nome completo ou razão social', en: 'Full name or company name', es: 'Nombre completo o razón social' },
  document: { pt: 'CPF ou CNPJ', en: 'CPF or CNPJ', es: 'CPF o CNPJ' },
  address: { pt: 'Endereço', en: 'Address', es: 'Dirección' },
  city: { pt: 'Cidade', en: 'City', es: 'Ciudad' },
  state: { pt: 'Estado', en: 'Region', es: 'Estado' },
  nameRequired: {
    pt: 'O nome completo é obrigatório',
    en: 'The full name is required',
    es: 'El nombre completo es obligatorio',
  },
  documentRequired: {
    pt: 'CEP é obrigatório',
    en: 'The CPF or CNPJ is required',
    es: 'El CPF o CNPJ es obligatorio',
  },
  documentWrong: {
    pt: 'CPF ou CNPJ inválido. Confira os números.',
    en: 'Invalid CPF or CNPJ. Check the digits.',
    es: 'CPF o CNPJ inválido. Revisa los números.',
  },
  buyerHint: {
    pt: 'A fatura e o recibo saem em nome de quem está aqui.',
    en: 'The invoice and the receipt are issued to this name.',
    es: 'La factura y el recibo se emiten a este nombre.',
  },

  // Plans
  plans: { pt: 'Plano da fatura', en: 'Plan of the invoice', es: 'Plan de la factura' },
  recurrence: { pt: 'Pagar', en: 'Pay', es: 'Pagar' },
  MENSAL: { pt: 'Todo mês', en: 'Every month', es: 'Cada mes' },
  BIMESTRAL: { pt: 'A cada 2 meses', en: 'Every 2 months', es: 'Cada 2 meses' },
  TRIMESTRAL: { pt: 'A cada 3 meses', en: 'Every 3 months', es: 'Cada 3 meses' },
  SEMESTRAL: { pt: 'A cada 6 meses', en: 'Every 6 months', es: 'Cada 6 meses' },
  ANUAL: { pt: 'Uma vez por ano', en: 'Once a year', es: 'Una vez al año' },
  current: { pt: 'atual', en: 'current', es: 'actual' },
  custom: { pt: 'Sob medida', en: 'Custom size', es: 'A medida' },
  select: { pt: 'SELECIONAR', en: 'SELECT', es: 'SELECCIONAR' },
  selected: { pt: 'Selecionado', en: 'Selected', es: 'Seleccionado' },
  selectNamed: { pt: 'SELECIONAR {name}', en: 'SELECT {name}', es: 'SELECCIONAR {name}' },
  perMonth: { pt: 'por mês', en: 'per month', es: 'por mes' },
  perMonths: {
    pt: 'por {months} {months|mês|meses}',
    en: 'for {months} {months|month|months}',
    es: 'por {months} {months|mes|meses}',
  },
  usersCount: {
    pt: '{count} {count|usuário|usuários}',
    en: '{count} {count|user|users}',
    es: '{count} {count|usuario|usuarios}',
  },
  connectionsCount: {
    pt: '{count} {count|conexão|conexões}',
    en: '{count} {count|connection|connections}',
    es: '{count} {count|conexión|conexiones}',
  },
  queuesCount: {
    pt: '{count} {count|fila|filas}',
    en: '{count} {count|queue|queues}',
    es: '{count} {count|cola|colas}',
  },
  users: { pt: 'Usuários', en: 'Users', es: 'Usuarios' },
  connections: { pt: 'Conexões', en: 'Connections', es: 'Conexiones' },
  each: { pt: '+ {price} cada', en: '+ {price} each', es: '+ {price} cada uno' },
  less: { pt: 'Menos: {what}', en: 'Less: {what}', es: 'Menos: {what}' },
  more: { pt: 'Mais: {what}', en: 'More: {what}', es: 'Más: {what}' },
  tooSmall: {
    pt: 'Em “{plan}” cabem menos {what} do que você usa hoje. Nada é apagado, mas não será possível criar outros.',
    en: '“{plan}” has room for fewer {what} than you use today. Nothing is deleted, but no more can be created.',
    es: 'En “{plan}” caben menos {what} de los que usas hoy. No se borra nada, pero no podrás crear más.',
  },
  tooSmallusers: { pt: 'usuários', en: 'users', es: 'usuarios' },
  tooSmallconnections: { pt: 'conexões', en: 'connections', es: 'conexiones' },
  tooSmallqueues: { pt: 'filas', en: 'queues', es: 'colas' },
  and: { pt: ' e ', en: ' and ', es: ' y ' },
  priceFailed: {
    pt: 'O preço não foi calculado.',
    en: 'The price could not be calculated.',
    es: 'No se pudo calcular el precio.',
  },

  // Review
  paying: { pt: 'Você está pagando', en: 'You are paying for', es: 'Estás pagando' },
  discount: { pt: 'Desconto', en: 'Discount', es: 'Descuento' },
  total: { pt: 'Total', en: 'Total', es: 'Total' },
  issuedTo: { pt: 'Nota em nome de', en: 'Issued to', es: 'A nombre de' },
  shortName: { pt: 'Nome', en: 'Name', es: 'Nombre' },
  correct: { pt: 'Corrigir dados', en: 'Correct the details', es: 'Corregir los datos' },
  validUntil: {
    pt: 'Depois do pagamento, a assinatura vai até {date}.',
    en: 'After the payment the subscription is valid until {date}.',
    es: 'Después del pago, la suscripción vale hasta el {date}.',
  },
  replaces: {
    pt: 'A fatura em aberto é substituída por uma nova com este valor.',
    en: 'The open invoice is replaced with a new one over this amount.',
    es: 'La factura pendiente se sustituye por una nueva con este valor.',
  },
});
