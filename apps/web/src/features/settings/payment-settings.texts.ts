import { texts } from '../../lib/texts.ts';

export const paymentSettingTexts = texts({
  title: { pt: 'Recebimento', en: 'Receiving payments', es: 'Cobro' },
  simulated: {
    pt: 'Os provedores são simulados neste servidor. Com a primeira chave salva, os reais são usados.',
    en: 'The providers are simulated on this server. Once the first key is saved, the real ones are used.',
    es: 'Los proveedores están simulados en este servidor. Con la primera clave guardada, se usan los reales.',
  },
  general: { pt: 'Geral', en: 'General', es: 'General' },
  paymentsenvironment: { pt: 'Ambiente', en: 'Environment', es: 'Entorno' },
  paymentsenvironmentHelp: {
    pt: 'Vale para a Efí e o Asaas. No Stripe e no Mercado Pago, o tipo da chave decide.',
    en: 'Applies to Efí and Asaas. At Stripe and Mercado Pago, the kind of key decides.',
    es: 'Vale para Efí y Asaas. En Stripe y Mercado Pago decide el tipo de clave.',
  },
  production: { pt: 'Produção', en: 'Production', es: 'Producción' },
  test: { pt: 'Teste', en: 'Test', es: 'Prueba' },
  pixproviderorder: { pt: 'Ordem para PIX', en: 'Order for PIX', es: 'Orden para PIX' },
  pixproviderorderHelp: {
    pt: 'O código PIX vem do primeiro provedor pronto que responder.',
    en: 'The PIX code comes from the first ready provider that answers.',
    es: 'El código PIX viene del primer proveedor listo que responda.',
  },
  up: { pt: 'Subir {name}', en: 'Move {name} up', es: 'Subir {name}' },
  down: { pt: 'Descer {name}', en: 'Move {name} down', es: 'Bajar {name}' },

  // Provider
  pix: { pt: 'PIX', en: 'PIX', es: 'PIX' },
  page: { pt: 'página de pagamento', en: 'payment page', es: 'página de pago' },
  off: { pt: 'Desligado', en: 'Off', es: 'Desactivado' },
  incomplete: { pt: 'Incompleto', en: 'Incomplete', es: 'Incompleto' },
  ready: { pt: 'Pronto', en: 'Ready', es: 'Listo' },
  failing: { pt: 'Com falha', en: 'Failing', es: 'Con fallos' },
  missing: {
    pt: 'Nenhuma cobrança é criada. Falta: {names}.',
    en: 'No charge is created. Missing: {names}.',
    es: 'No se crea ningún cobro. Falta: {names}.',
  },
  eficertificate: { pt: 'Efí: certificado', en: 'Efí: certificate', es: 'Efí: certificado' },
  openCertificate: { pt: 'Abrir Certificado', en: 'Open Certificate', es: 'Abrir Certificado' },
  set: { pt: 'Definido', en: 'Set', es: 'Definido' },
  notSet: { pt: 'Não definido', en: 'Not set', es: 'No definido' },
  byServer: {
    pt: 'O servidor define ao registrar o webhook.',
    en: 'Set by the server when the webhook is registered.',
    es: 'Lo define el servidor al registrar el webhook.',
  },
  efiwebhooksecret: {
    pt: 'Efí: endereço secreto do webhook',
    en: 'Efí: secret address of the webhook',
    es: 'Efí: dirección secreta del webhook',
  },
  stripewebhooksecret: {
    pt: 'Stripe: segredo do webhook',
    en: 'Stripe: webhook secret',
    es: 'Stripe: secreto del webhook',
  },
  asaaswebhooktoken: { pt: 'Asaas: token do webhook', en: 'Asaas: webhook token', es: 'Asaas: token del webhook' },

  // Webhook
  webhook: { pt: 'Webhook', en: 'Webhook', es: 'Webhook' },
  lastWebhook: { pt: 'Último recebido em {at}.', en: 'Last received on {at}.', es: 'El último se recibió el {at}.' },
  noWebhook: { pt: 'Nenhum recebido ainda.', en: 'None received yet.', es: 'Ninguno recibido aún.' },
  byHand: {
    pt: 'Cole este endereço no painel do provedor e salve aqui a assinatura secreta que ele mostra.',
    en: 'Paste this address in the provider’s panel and save the signing secret that it shows here.',
    es: 'Pega esta dirección en el panel del proveedor y guarda aquí la clave de firma que muestra.',
  },
  noAddress: {
    pt: 'Configure PUBLIC_URL no servidor para ter o endereço do webhook.',
    en: 'Set PUBLIC_URL on the server to get the address of the webhook.',
    es: 'Configura PUBLIC_URL en el servidor para tener la dirección del webhook.',
  },
  copy: { pt: 'Copiar endereço', en: 'Copy address', es: 'Copiar dirección' },
  copied: { pt: 'Endereço copiado', en: 'Address copied', es: 'Dirección copiada' },
  copyFailed: {
    pt: 'Não foi possível copiar. Selecione o endereço.',
    en: 'Could not copy. Select the address.',
    es: 'No se pudo copiar. Selecciona la dirección.',
  },
  register: { pt: 'Registrar', en: 'Register', es: 'Registrar' },
  registerNamed: { pt: 'Registrar webhook: {name}', en: 'Register webhook: {name}', es: 'Registrar webhook: {name}' },
  registerTitle: {
    pt: 'Registrar o webhook de novo?',
    en: 'Register the webhook again?',
    es: '¿Registrar el webhook de nuevo?',
  },
  registerText: {
    pt: 'O segredo atual é trocado. Se o painel do provedor mostrar dois webhooks depois disso, exclua o mais antigo.',
    en: 'The current secret is replaced. If the provider’s panel then shows two webhooks, delete the older one.',
    es: 'El secreto actual se reemplaza. Si después el panel del proveedor muestra dos webhooks, elimina el más antiguo.',
  },
  registered: { pt: 'O webhook está registrado.', en: 'The webhook is registered.', es: 'El webhook está registrado.' },

  // Test
  tryOut: { pt: 'Testar', en: 'Test', es: 'Probar' },
  tryOutNamed: { pt: 'Testar: {name}', en: 'Test: {name}', es: 'Probar: {name}' },
  keyTest: { pt: 'Teste das chaves', en: 'Test of the keys', es: 'Prueba de las claves' },
  keyTestHelp: {
    pt: 'O teste usa as chaves salvas e não movimenta dinheiro.',
    en: 'The test uses the saved keys and moves no money.',
    es: 'La prueba usa las claves guardadas y no mueve dinero.',
  },
  works: {
    pt: 'O provedor aceitou as chaves.',
    en: 'The provider accepted the keys.',
    es: 'El proveedor aceptó las claves.',
  },
  lastError: {
    pt: 'Último erro, em {at}: {message}',
    en: 'Last error, on {at}: {message}',
    es: 'Último error, el {at}: {message}',
  },
  'problem:configuration': {
    pt: 'Confira as chaves e o ambiente.',
    en: 'Check the keys and the environment.',
    es: 'Revisa las claves y el entorno.',
  },
  'problem:refused': { pt: 'O provedor recusou.', en: 'The provider refused.', es: 'El proveedor lo rechazó.' },
  'problem:unavailable': {
    pt: 'O provedor não respondeu. Tente mais tarde.',
    en: 'The provider did not answer. Try again later.',
    es: 'El proveedor no respondió. Inténtalo más tarde.',
  },
  'problem:unknown': {
    pt: 'Resposta inesperada. Veja no painel do provedor.',
    en: 'Unexpected answer. Look in the provider’s panel.',
    es: 'Respuesta inesperada. Revisa el panel del proveedor.',
  },

  // Billing
  rules: { pt: 'Prazos', en: 'Periods', es: 'Plazos' },
  trialDays: { pt: 'Dias de teste', en: 'Trial days', es: 'Días de prueba' },
  trialDaysHelp: {
    pt: 'De uma empresa nova até o primeiro vencimento. Vazio: {days}.',
    en: 'From a new company to its first due date. If empty: {days}.',
    es: 'De una empresa nueva hasta su primer vencimiento. Vacío: {days}.',
  },
  graceDays: { pt: 'Dias de tolerância', en: 'Grace days', es: 'Días de tolerancia' },
  graceDaysHelp: {
    pt: 'Depois do vencimento, a empresa ainda trabalha por estes dias. Vazio: nenhum.',
    en: 'After the due date, the company can still work for this many days. If empty: none.',
    es: 'Después del vencimiento, la empresa sigue trabajando durante estos días. Vacío: ninguno.',
  },
  deactivateAfterDays: {
    pt: 'Desativar após dias de atraso',
    en: 'Deactivate after days overdue',
    es: 'Desactivar tras días de atraso',
  },
  deactivateAfterDaysHelp: {
    pt: 'A empresa fica inativa até pagar. Vazio: nunca.',
    en: 'The company is inactive until it pays. If empty: never.',
    es: 'La empresa queda inactiva hasta que pague. Vacío: nunca.',
  },
  prices: { pt: 'Preços do plano sob medida', en: 'Prices of a custom size', es: 'Precios del plan a medida' },
  customBasePrice: { pt: 'Preço base por mês (R$)', en: 'Base price per month (R$)', es: 'Precio base por mes (R$)' },
  customBasePriceHelp: {
    pt: 'Inclui {size} usuários e {size} conexões. Vazio: {price}.',
    en: 'Includes {size} users and {size} connections. If empty: {price}.',
    es: 'Incluye {size} usuarios y {size} conexiones. Vacío: {price}.',
  },
  customUserPrice: {
    pt: 'Cada usuário a mais (R$)',
    en: 'Each further user (R$)',
    es: 'Cada usuario adicional (R$)',
  },
  customUserPriceHelp: {
    pt: 'Por mês. Vazio: {price}.',
    en: 'Per month. If empty: {price}.',
    es: 'Por mes. Vacío: {price}.',
  },
  customConnectionPrice: {
    pt: 'Cada conexão a mais (R$)',
    en: 'Each further connection (R$)',
    es: 'Cada conexión adicional (R$)',
  },
  customConnectionPriceHelp: {
    pt: 'Por mês. Vazio: {price}.',
    en: 'Per month. If empty: {price}.',
    es: 'Por mes. Vacío: {price}.',
  },
  badPrice: { pt: 'Use um valor como 49,00.', en: 'Use an amount such as 49,00.', es: 'Usa un importe como 49,00.' },
});
