import { texts } from '../../lib/texts.ts';

export const accountLinkingTexts = texts({
  // The keys of an official WhatsApp account
  account: { pt: 'Conta na Meta', en: 'Meta account', es: 'Cuenta en Meta' },
  accountText: {
    pt: 'Copie estes dados do painel da Meta (WhatsApp › Configuração da API). Depois de salvos, eles não aparecem de novo.',
    en: 'Copy these from the Meta dashboard (WhatsApp › API Setup). Once saved, they are not shown again.',
    es: 'Copia estos datos del panel de Meta (WhatsApp › Configuración de la API). Una vez guardados, no se muestran de nuevo.',
  },
  phoneNumberId: {
    pt: 'Identificação do número',
    en: 'Phone number ID',
    es: 'Identificador del número',
  },
  phoneNumberIdHint: {
    pt: '“Phone number ID”; não é o telefone.',
    en: 'Not the phone number.',
    es: '“Phone number ID”; no es el teléfono.',
  },
  wabaId: {
    pt: 'Identificação da conta comercial',
    en: 'Business account ID',
    es: 'Identificador de la cuenta comercial',
  },
  wabaIdHint: {
    pt: '“WhatsApp Business Account ID”.',
    en: '“WhatsApp Business Account ID”.',
    es: '“WhatsApp Business Account ID”.',
  },
  accessToken: { pt: 'Token de acesso', en: 'Access token', es: 'Token de acceso' },
  accessTokenHint: {
    pt: 'Use um token permanente, de um usuário do sistema.',
    en: 'Use a permanent token of a system user.',
    es: 'Usa un token permanente, de un usuario del sistema.',
  },
  ownApp: {
    pt: 'Aplicativo próprio (opcional)',
    en: 'Your own app (optional)',
    es: 'Aplicación propia (opcional)',
  },
  ownAppText: {
    pt: 'Só para quem tem um aplicativo próprio na Meta. Em branco, vale o aplicativo da plataforma.',
    en: 'Only if you have your own app at Meta. If left empty, the platform’s app is used.',
    es: 'Solo si tienes una aplicación propia en Meta. En blanco, se usa la aplicación de la plataforma.',
  },
  appSecret: { pt: 'Chave secreta do aplicativo', en: 'App secret', es: 'Clave secreta de la aplicación' },
  verifyToken: { pt: 'Token de verificação', en: 'Verify token', es: 'Token de verificación' },
  verifyTokenHint: {
    pt: 'Um texto à sua escolha; em branco, geramos um.',
    en: 'Any text you choose; if left empty, we generate one.',
    es: 'Un texto a tu elección; en blanco, generamos uno.',
  },
  isSet: { pt: 'Definido, termina em {last4}', en: 'Set, ends in {last4}', es: 'Definido, termina en {last4}' },
  isSetPlain: { pt: 'Definido', en: 'Set', es: 'Definido' },
  keepsSet: {
    pt: 'Deixe em branco para manter.',
    en: 'Leave empty to keep it.',
    es: 'Déjalo en blanco para mantenerlo.',
  },
  pin: { pt: 'PIN do número', en: 'PIN of the number', es: 'PIN del número' },
  pinHint: {
    pt: 'Seis dígitos da verificação em duas etapas. Um número novo recebe o PIN que você digitar aqui. Não fica guardado.',
    en: 'Six digits of the two-step verification. A new number gets the PIN that you enter here. It is not stored.',
    es: 'Seis dígitos de la verificación en dos pasos. Un número nuevo recibe el PIN que escribas aquí. No se guarda.',
  },
  register: { pt: 'Registrar número', en: 'Register number', es: 'Registrar número' },
  check: { pt: 'Verificar', en: 'Check', es: 'Verificar' },
  checkText: {
    pt: 'Pergunta à Meta se tudo está certo. O que foi digitado é salvo antes.',
    en: 'Asks Meta whether everything is correct. Your entries are saved first.',
    es: 'Pregunta a Meta si todo está bien. Antes se guarda lo que escribiste.',
  },
  checkedWell: {
    pt: 'Tudo certo: a Meta aceitou a conta.',
    en: 'All good: Meta accepted the account.',
    es: 'Todo bien: Meta aceptó la cuenta.',
  },
  checkedBadly: {
    pt: 'A Meta não aceitou: veja o que corrigir.',
    en: 'Meta did not accept it: see what to fix.',
    es: 'Meta no lo aceptó: mira qué corregir.',
  },
  metaSays: { pt: 'A Meta diz: {detail}', en: 'Meta says: {detail}', es: 'Meta dice: {detail}' },

  // The way back in
  webhook: { pt: 'Webhook', en: 'Webhook', es: 'Webhook' },
  webhookText: {
    pt: 'Cole estes dois no painel da Meta (WhatsApp › Configuração › Webhook) e assine “messages”.',
    en: 'Paste these two in the Meta dashboard (WhatsApp › Configuration › Webhook) and subscribe to “messages”.',
    es: 'Pega estos dos en el panel de Meta (WhatsApp › Configuración › Webhook) y suscribe “messages”.',
  },
  webhookOfPlatform: {
    pt: 'As mensagens chegam pelo aplicativo da plataforma: não há nada a colar no painel da Meta.',
    en: 'Messages arrive through the platform’s app: there is nothing to paste in the Meta dashboard.',
    es: 'Los mensajes llegan por la aplicación de la plataforma: no hay nada que pegar en el panel de Meta.',
  },
  webhookUrl: { pt: 'Endereço do webhook', en: 'Webhook address', es: 'Dirección del webhook' },
  copyNamed: { pt: 'Copiar: {what}', en: 'Copy: {what}', es: 'Copiar: {what}' },
  copied: { pt: 'Copiado', en: 'Copied', es: 'Copiado' },

  // Pages and Instagram accounts
  signIn: { pt: 'Conectar com Facebook', en: 'Connect with Facebook', es: 'Conectar con Facebook' },
  signInText: {
    pt: 'Você entra na sua conta do Facebook, escolhe as páginas e volta para cá. A página precisa ser administrada por você; o Instagram precisa ser uma conta comercial ligada à página.',
    en: 'You sign in to your Facebook account, choose the pages and come back here. You must manage the page; the Instagram account must be a business one that belongs to the page.',
    es: 'Entras en tu cuenta de Facebook, eliges las páginas y vuelves aquí. Debes administrar la página; la cuenta de Instagram debe ser comercial y estar vinculada a la página.',
  },
  signInStep1: {
    pt: 'Entre no Facebook com a conta que administra a página.',
    en: 'Sign in to Facebook with the account that manages the page.',
    es: 'Entra en Facebook con la cuenta que administra la página.',
  },
  signInStep2: {
    pt: 'Permita o acesso às mensagens.',
    en: 'Allow access to the messages.',
    es: 'Permite el acceso a los mensajes.',
  },
  signInStep3: {
    pt: 'De volta aqui, escolha o que conectar.',
    en: 'Back here, choose what to connect.',
    es: 'De vuelta aquí, elige qué conectar.',
  },
  linkTitle: { pt: 'O que conectar?', en: 'What do you want to connect?', es: '¿Qué quieres conectar?' },
  pages: { pt: 'Páginas', en: 'Pages', es: 'Páginas' },
  linkedAlready: {
    pt: 'já conectada; o acesso será renovado',
    en: 'already connected; access will be renewed',
    es: 'ya conectada; se renueva el acceso',
  },
  addInstagram: {
    pt: 'Conectar também o Instagram',
    en: 'Connect Instagram too',
    es: 'Conectar también Instagram',
  },
  addInstagramText: {
    pt: 'As contas comerciais ligadas às páginas escolhidas.',
    en: 'The business accounts that belong to the chosen pages.',
    es: 'Las cuentas comerciales vinculadas a las páginas elegidas.',
  },
  link: { pt: 'Conectar', en: 'Connect', es: 'Conectar' },
  linked: { pt: 'Conexão feita: {names}', en: 'Connected: {names}', es: 'Conexión hecha: {names}' },
  linkedMany: { pt: '{count} contas conectadas', en: '{count} accounts connected', es: '{count} cuentas conectadas' },
  linkedNot: {
    pt: 'Sem acesso a {names}. Veja o motivo na lista.',
    en: 'No access to {names}. See the reason in the list.',
    es: 'Sin acceso a {names}. Mira el motivo en la lista.',
  },
  choosePage: { pt: 'Escolha pelo menos uma página', en: 'Choose at least one page', es: 'Elige al menos una página' },
  noPagesTitle: { pt: 'Nenhuma página encontrada', en: 'No page found', es: 'No se encontró ninguna página' },
  noPagesText: {
    pt: 'Esta conta do Facebook não administra nenhuma página, ou o acesso a elas não foi permitido.',
    en: 'This Facebook account manages no page, or you did not allow access to them.',
    es: 'Esta cuenta de Facebook no administra ninguna página, o no se permitió el acceso a ellas.',
  },
  loadingPages: { pt: 'Buscando as páginas', en: 'Looking for the pages', es: 'Buscando las páginas' },
  signInAgain: { pt: 'Entrar de novo', en: 'Sign in again', es: 'Entrar de nuevo' },
  linkFailedTitle: { pt: 'Não deu para conectar', en: 'Could not connect', es: 'No se pudo conectar' },
  linkFailed: {
    pt: 'O acesso não foi permitido no Facebook, ou a volta demorou demais. Nada mudou. Tente de novo.',
    en: 'Access was not allowed on Facebook, or coming back took too long. Nothing was changed. Try again.',
    es: 'No se permitió el acceso en Facebook, o la vuelta tardó demasiado. No se cambió nada. Intenta de nuevo.',
  },

  // Access that was taken away
  revoked: {
    pt: '{name} não recebe nem envia mensagens.',
    en: '{name} neither receives nor sends messages.',
    es: '{name} no recibe ni envía mensajes.',
  },
  connectAgain: { pt: 'Conectar de novo', en: 'Connect again', es: 'Conectar de nuevo' },
  mendKeys: { pt: 'Corrigir os dados', en: 'Fix the fields', es: 'Corregir los datos' },
});
