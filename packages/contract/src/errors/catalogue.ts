interface Entry {
  status: number;
  pt: string;
  en: string;
  es: string;
}

/** Every error code with its HTTP status and its text in three languages. */
export const errors = {
  // Session
  ERR_SESSION_EXPIRED: {
    status: 401,
    pt: 'Sua sessão terminou. Entre de novo.',
    en: 'Your session has ended. Sign in again.',
    es: 'Tu sesión terminó. Entra de nuevo.',
  },
  ERR_TOKEN_EXPIRED: {
    status: 403,
    pt: 'Seu acesso expirou e está sendo renovado.',
    en: 'Your access has expired and is being renewed.',
    es: 'Tu acceso venció y se está renovando.',
  },
  ERR_INVALID_CREDENTIALS: {
    status: 401,
    pt: 'E-mail ou senha não conferem. Tente de novo.',
    en: 'Email or password do not match. Try again.',
    es: 'El correo o la contraseña no coinciden. Inténtalo de nuevo.',
  },
  ERR_OUT_OF_HOURS: {
    status: 401,
    pt: 'Você está fora do seu horário de trabalho.',
    en: 'You are outside your working hours.',
    es: 'Estás fuera de tu horario de trabajo.',
  },
  ERR_COMPANY_INACTIVE: {
    status: 401,
    pt: 'O acesso da sua empresa está desativado. Fale com o suporte.',
    en: 'Your company’s access is turned off. Contact support.',
    es: 'El acceso de tu empresa está desactivado. Habla con soporte.',
  },
  ERR_DEMO_USER: {
    status: 401,
    pt: 'Esta é uma conta de demonstração e não entra neste servidor. Use a conta da sua empresa.',
    en: 'This is a demo account and cannot sign in to this server. Use your company’s account.',
    es: 'Esta es una cuenta de demostración y no entra en este servidor. Usa la cuenta de tu empresa.',
  },
  ERR_TOO_MANY_TRIES: {
    status: 429,
    pt: 'Muitas tentativas. Espere alguns minutos e tente de novo.',
    en: 'Too many attempts. Wait a few minutes and try again.',
    es: 'Demasiados intentos. Espera unos minutos e inténtalo de nuevo.',
  },
  ERR_SUBSCRIPTION_EXPIRED: {
    status: 402,
    pt: 'A assinatura da empresa venceu. Fale com o suporte.',
    en: 'The company subscription has expired. Contact support.',
    es: 'La suscripción de la empresa venció. Habla con soporte.',
  },
  ERR_FOREIGN_ORIGIN: {
    status: 403,
    pt: 'Este pedido veio de outro site e foi recusado.',
    en: 'This request came from another site and was refused.',
    es: 'Esta solicitud vino de otro sitio y fue rechazada.',
  },
  ERR_API_TOKEN: {
    status: 403,
    pt: 'Este token não existe mais. Copie o token da página de conexões.',
    en: 'This token no longer exists. Copy the token from the connections page.',
    es: 'Este token ya no existe. Copia el token de la página de conexiones.',
  },
  ERR_API_NOT_IN_PLAN: {
    status: 403,
    pt: 'O plano da empresa não inclui a API de mensagens.',
    en: 'The company plan does not include the message API.',
    es: 'El plan de la empresa no incluye la API de mensajes.',
  },
  ERR_USER_CREATION_DISABLED: {
    status: 403,
    pt: 'A criação de contas está desativada.',
    en: 'Account creation is turned off.',
    es: 'La creación de cuentas está desactivada.',
  },
  ERR_SIGN_UP_FAILED: {
    status: 400,
    pt: 'Erro ao criar a conta. Confira os dados e tente de novo.',
    en: 'The account could not be created. Check the data and try again.',
    es: 'No se pudo crear la cuenta. Revisa los datos e inténtalo de nuevo.',
  },
  ERR_PUZZLE: {
    status: 400,
    pt: 'A verificação de segurança falhou. Recarregue a página e tente de novo.',
    en: 'The security check failed. Reload the page and try again.',
    es: 'La verificación de seguridad falló. Recarga la página e inténtalo de nuevo.',
  },
  ERR_CONFIRMATION_LINK: {
    status: 400,
    pt: 'Este link já foi usado ou venceu. Entre na sua conta para pedir outro.',
    en: 'This link was already used or has expired. Sign in to your account to request another one.',
    es: 'Este enlace ya se usó o venció. Entra en tu cuenta para pedir otro.',
  },
  ERR_EMAIL_NOT_CONFIRMED: {
    status: 403,
    pt: 'Antes confirme o e-mail da empresa: abra o link que enviamos.',
    en: 'Confirm the company email first: open the link that we sent.',
    es: 'Antes confirma el correo de la empresa: abre el enlace que enviamos.',
  },
  ERR_SIGNATURE: {
    status: 401,
    pt: 'A assinatura desta entrega não confere.',
    en: 'The signature of this delivery does not match.',
    es: 'La firma de esta entrega no coincide.',
  },

  // Permission and form
  ERR_NO_PERMISSION: {
    status: 403,
    pt: 'Seu perfil não permite esta ação.',
    en: 'Your profile does not allow this action.',
    es: 'Tu perfil no permite esta acción.',
  },
  ERR_VALIDATION: {
    status: 400,
    pt: 'Confira os campos marcados.',
    en: 'Check the marked fields.',
    es: 'Revisa los campos marcados.',
  },
  ERR_NOT_FOUND: {
    status: 404,
    pt: 'Este endereço não existe.',
    en: 'This address does not exist.',
    es: 'Esta dirección no existe.',
  },
  ERR_NO_PAYMENT_FOUND: {
    status: 404,
    pt: 'Este pagamento não existe.',
    en: 'This payment does not exist.',
    es: 'Este pago no existe.',
  },
  ERR_NO_CHARGE_FOUND: {
    status: 404,
    pt: 'Nenhuma cobrança em aberto tem este código.',
    en: 'No open charge has this code.',
    es: 'Ningún cobro abierto tiene este código.',
  },
  ERR_PAYMENT_STATE: {
    status: 409,
    pt: 'Este pagamento já foi decidido. Atualize a lista.',
    en: 'This payment has already been decided. Refresh the list.',
    es: 'Este pago ya fue decidido. Actualiza la lista.',
  },
  ERR_WEBHOOK_BY_HAND: {
    status: 409,
    pt: 'O webhook deste provedor é cadastrado no painel dele. Copie o endereço e cole a assinatura secreta aqui.',
    en: "This provider's webhook is entered in its own panel. Copy the address and paste the signing secret here.",
    es: 'El webhook de este proveedor se registra en su panel. Copia la dirección y pega aquí la clave de firma.',
  },
  ERR_NO_PUBLIC_ADDRESS: {
    status: 409,
    pt: 'O provedor precisa alcançar este servidor pela internet. Configure PUBLIC_URL e tente de novo.',
    en: 'The provider must reach this server from the internet. Set PUBLIC_URL and try again.',
    es: 'El proveedor debe alcanzar este servidor desde internet. Configura PUBLIC_URL e inténtalo de nuevo.',
  },
  ERR_QUARANTINE_NOT_FOUND: {
    status: 404,
    pt: 'Este item já foi reprocessado ou descartado.',
    en: 'This item was already processed again or discarded.',
    es: 'Este elemento ya se reprocesó o se descartó.',
  },
  ERR_QUARANTINE_UNUSABLE: {
    status: 409,
    pt: 'Este item não pode ser reprocessado: a conexão foi excluída ou o conteúdo não tem mensagem. Você pode descartá-lo.',
    en: 'This item cannot be processed again: its connection was deleted or it contains no message. You can discard it.',
    es: 'Este elemento no se puede reprocesar: la conexión se eliminó o no contiene ningún mensaje. Puedes descartarlo.',
  },
  ERR_BODY_TOO_LARGE: {
    status: 413,
    pt: 'O conteúdo enviado é grande demais.',
    en: 'The content you sent is too large.',
    es: 'El contenido enviado es demasiado grande.',
  },
  ERR_STORAGE_FULL: {
    status: 413,
    pt: 'A empresa usou todo o seu espaço para arquivos. Exclua arquivos ou peça mais espaço a quem administra o servidor.',
    en: 'The company has used all its file space. Delete files or ask the server administrator for more space.',
    es: 'La empresa usó todo su espacio para archivos. Elimina archivos o pide más espacio a quien administra el servidor.',
  },
  ERR_BAD_REQUEST: {
    status: 400,
    pt: 'Não entendemos este pedido.',
    en: 'We could not read this request.',
    es: 'No pudimos leer esta solicitud.',
  },
  ERR_BUSY: {
    status: 503,
    pt: 'O servidor está muito ocupado. Tente de novo em instantes.',
    en: 'The server is very busy. Try again in a moment.',
    es: 'El servidor está muy ocupado. Inténtalo de nuevo en un momento.',
  },
  ERR_DISK_FULL: {
    status: 503,
    pt: 'O servidor está sem espaço em disco. Avise quem o administra e tente de novo mais tarde.',
    en: 'The server has run out of disk space. Contact its administrator and try again later.',
    es: 'El servidor se quedó sin espacio en disco. Avisa a quien lo administra e inténtalo más tarde.',
  },
  ERR_INTERNAL: {
    status: 500,
    pt: 'Algo deu errado do nosso lado. Tente de novo.',
    en: 'Something went wrong on our side. Try again.',
    es: 'Algo salió mal de nuestro lado. Inténtalo de nuevo.',
  },

  // Users
  ERR_NO_USER_FOUND: {
    status: 404,
    pt: 'Este usuário não existe mais.',
    en: 'This user no longer exists.',
    es: 'Este usuario ya no existe.',
  },
  ERR_USER_EMAIL_TAKEN: {
    status: 400,
    pt: 'Já existe um usuário com este e-mail.',
    en: 'A user with this email already exists.',
    es: 'Ya existe un usuario con este correo.',
  },
  ERR_USER_LIMIT_REACHED: {
    status: 400,
    pt: 'O plano da empresa não permite mais usuários.',
    en: 'The company plan allows no more users.',
    es: 'El plan de la empresa no permite más usuarios.',
  },
  ERR_USER_EMAIL_REFUSED: {
    status: 400,
    pt: 'Não foi possível usar este e-mail. Confira o endereço ou convide a pessoa por e-mail.',
    en: 'This email could not be used. Check the address or invite the person by email.',
    es: 'No se pudo usar este correo. Revisa la dirección o invita a la persona por correo.',
  },
  ERR_RESET_CODE: {
    status: 404,
    pt: 'O código não confere ou já venceu. Confira o e-mail ou peça outro código.',
    en: 'The code is wrong or has expired. Check the email or ask for another code.',
    es: 'El código no coincide o ya venció. Revisa el correo o pide otro código.',
  },
  ERR_INVITATION_NOT_FOUND: {
    status: 404,
    pt: 'Este convite não vale mais. Peça um novo a quem convidou você.',
    en: 'This invitation is no longer valid. Ask the person who invited you for a new one.',
    es: 'Esta invitación ya no es válida. Pide una nueva a quien te invitó.',
  },
  ERR_INVITATION_USED: {
    status: 410,
    pt: 'Este convite já foi usado. Entre com o seu e-mail e a sua senha.',
    en: 'This invitation has already been used. Sign in with your email and your password.',
    es: 'Esta invitación ya fue usada. Entra con tu correo y tu contraseña.',
  },
  ERR_INVITATION_EXPIRED: {
    status: 410,
    pt: 'Este convite venceu. Peça um novo a quem convidou você.',
    en: 'This invitation has expired. Ask the person who invited you for a new one.',
    es: 'Esta invitación venció. Pide una nueva a quien te invitó.',
  },
  ERR_INVITATION_REVOKED: {
    status: 410,
    pt: 'Este convite foi cancelado. Fale com quem convidou você.',
    en: 'This invitation was revoked. Talk to the person who invited you.',
    es: 'Esta invitación fue cancelada. Habla con quien te invitó.',
  },
  ERR_INVITATION_PLAN_FULL: {
    status: 400,
    pt: 'O plano da empresa está completo. Avise quem convidou você: o convite continua valendo até vencer.',
    en: 'The plan of the company is full. Inform the person who invited you: the invitation stays valid until it expires.',
    es: 'El plan de la empresa está completo. Avisa a quien te invitó: la invitación sigue válida hasta que venza.',
  },
  ERR_CURRENT_PASSWORD: {
    status: 400,
    pt: 'A senha atual não confere. Digite a senha com que você entra hoje.',
    en: 'The current password does not match. Enter the password you sign in with today.',
    es: 'La contraseña actual no coincide. Escribe la contraseña con la que entras hoy.',
  },
  ERR_LAST_ADMIN: {
    status: 400,
    pt: 'A empresa precisa de pelo menos um administrador.',
    en: 'The company needs at least one administrator.',
    es: 'La empresa necesita al menos un administrador.',
  },
  ERR_USER_IS_SUPER: {
    status: 403,
    pt: 'Só um superusuário pode alterar outro superusuário.',
    en: 'Only a super user can change another super user.',
    es: 'Solo un superusuario puede cambiar a otro superusuario.',
  },

  // Companies and settings
  ERR_NO_COMPANY_FOUND: {
    status: 404,
    pt: 'Esta empresa não existe.',
    en: 'This company does not exist.',
    es: 'Esta empresa no existe.',
  },
  ERR_NO_PLAN_FOUND: {
    status: 404,
    pt: 'Este plano não existe mais.',
    en: 'This plan no longer exists.',
    es: 'Este plan ya no existe.',
  },
  ERR_PLAN_NAME_ALREADY_EXISTS: {
    status: 400,
    pt: 'Não foi possível realizar a operação. Verifique se já existe uma empresa com o mesmo nome ou se os campos foram preenchidos corretamente',
    en: 'The operation failed. Check whether one with the same name exists and whether the fields are filled in correctly',
    es: 'No fue posible realizar la operación. Verifica si ya existe uno con el mismo nombre o si los campos están bien completados',
  },
  ERR_PLAN_IN_USE: {
    status: 400,
    pt: 'Há empresas neste plano. Mude o plano delas antes de excluí-lo.',
    en: 'Companies use this plan. Change their plan before you delete it.',
    es: 'Hay empresas en este plan. Cambia su plan antes de eliminarlo.',
  },
  ERR_NO_SETTING_FOUND: {
    status: 404,
    pt: 'Esta configuração não existe.',
    en: 'This setting does not exist.',
    es: 'Esta configuración no existe.',
  },
  ERR_LOGO_MODE: {
    status: 406,
    pt: 'Diga para que é a imagem: Light, Dark ou Favicon.',
    en: 'Say what the picture is for: Light, Dark or Favicon.',
    es: 'Indica para qué es la imagen: Light, Dark o Favicon.',
  },
  ERR_LOGO_TYPE: {
    status: 406,
    pt: 'Envie uma imagem PNG, JPG, WebP ou GIF.',
    en: 'Send a PNG, JPG, WebP or GIF image.',
    es: 'Envía una imagen PNG, JPG, WebP o GIF.',
  },
  ERR_LOGO_SIZE: {
    status: 400,
    pt: 'Envie um arquivo de até 2 MB; o ícone precisa ter pelo menos 32 × 32 pixels.',
    en: 'Send a file of up to 2 MB; the icon needs at least 32 × 32 pixels.',
    es: 'Envía un archivo de hasta 2 MB; el ícono necesita al menos 32 × 32 píxeles.',
  },
  ERR_CERTIFICATE_DESTINATION: {
    status: 400,
    pt: 'Escolha um destino!',
    en: 'Choose a destination!',
    es: '¡Elige un destino!',
  },
  ERR_CERTIFICATE_TYPE: {
    status: 400,
    pt: 'Use somente arquivos em formato p12!',
    en: 'Use only files in p12 format!',
    es: '¡Usa solo archivos en formato p12!',
  },
  ERR_CERTIFICATE_PASSPHRASE: {
    status: 400,
    pt: 'A senha do certificado não confere. O da Efí costuma não ter senha.',
    en: 'The passphrase of the certificate does not match. Those of Efí usually have none.',
    es: 'La contraseña del certificado no coincide. El de Efí suele no tener contraseña.',
  },
  ERR_CERTIFICATE_OLD: {
    status: 400,
    pt: 'Este arquivo usa uma criptografia antiga (RC2). Converta: openssl pkcs12 -legacy -in antigo.p12 -nodes -out c.pem; openssl pkcs12 -export -in c.pem -out novo.p12. Depois envie o novo.p12.',
    en: 'This file uses an old encryption (RC2). Convert it: openssl pkcs12 -legacy -in old.p12 -nodes -out c.pem; openssl pkcs12 -export -in c.pem -out new.p12. Then send new.p12.',
    es: 'Este archivo usa un cifrado antiguo (RC2). Conviértelo: openssl pkcs12 -legacy -in viejo.p12 -nodes -out c.pem; openssl pkcs12 -export -in c.pem -out nuevo.p12. Después envía nuevo.p12.',
  },

  // Queues
  ERR_QUEUE_NOT_FOUND: {
    status: 404,
    pt: 'Esta fila não existe mais.',
    en: 'This queue no longer exists.',
    es: 'Esta cola ya no existe.',
  },
  ERR_CHATBOT_NOT_FOUND: {
    status: 404,
    pt: 'Esta opção não existe mais.',
    en: 'This option no longer exists.',
    es: 'Esta opción ya no existe.',
  },
  ERR_QUEUE_NAME_ALREADY_EXISTS: {
    status: 400,
    pt: 'Já existe uma fila com este nome.',
    en: 'A queue with this name already exists.',
    es: 'Ya existe una cola con este nombre.',
  },
  ERR_QUEUE_COLOR_ALREADY_EXISTS: {
    status: 400,
    pt: 'Esta cor já está em uso em outra fila.',
    en: 'Another queue already uses this color.',
    es: 'Este color ya se usa en otra cola.',
  },
  ERR_NO_SETTING_CHANGE_FOUND: {
    status: 404,
    pt: 'Esta mudança não está mais no histórico.',
    en: 'This change is no longer in the history.',
    es: 'Este cambio ya no está en el historial.',
  },
  ERR_SETTING_OVERTAKEN: {
    status: 409,
    pt: 'Esta opção mudou de novo depois disso. Nada foi desfeito.',
    en: 'This option has changed again since then. Nothing was undone.',
    es: 'Esta opción volvió a cambiar después. No se deshizo nada.',
  },
  ERR_SETTING_TEXT_NEEDED: {
    status: 409,
    pt: 'A mensagem ficaria vazia com a opção ligada. Desligue a opção primeiro.',
    en: 'The message would be empty while the option is on. Turn the option off first.',
    es: 'El mensaje quedaría vacío con la opción activada. Desactiva la opción primero.',
  },
  ERR_NO_HOLIDAY_FOUND: {
    status: 404,
    pt: 'Este feriado não está mais na lista.',
    en: 'This holiday is no longer on the list.',
    es: 'Este feriado ya no está en la lista.',
  },
  ERR_HOLIDAY_LIMIT: {
    status: 400,
    pt: 'A lista de feriados está cheia. Exclua os que já passaram.',
    en: 'The holiday list is full. Delete the ones that have passed.',
    es: 'La lista de feriados está llena. Elimina los que ya pasaron.',
  },
  ERR_QUEUE_LIMIT_REACHED: {
    status: 400,
    pt: 'O plano da empresa não permite mais filas.',
    en: 'The company plan allows no more queues.',
    es: 'El plan de la empresa no permite más colas.',
  },

  // Tags
  ERR_NO_TAG_FOUND: {
    status: 404,
    pt: 'Esta tag não existe mais.',
    en: 'This tag no longer exists.',
    es: 'Esta etiqueta ya no existe.',
  },
  ERR_TAG_ALREADY_EXISTS: {
    status: 400,
    pt: 'Já existe uma tag igual.',
    en: 'An identical tag already exists.',
    es: 'Ya existe una etiqueta igual.',
  },
  ERR_NO_LANE_FOUND: {
    status: 404,
    pt: 'Esta coluna do Kanban não existe mais.',
    en: 'This Kanban column no longer exists.',
    es: 'Esta columna del Kanban ya no existe.',
  },

  // Contacts, tickets and messages
  ERR_NO_CONTACT_FOUND: {
    status: 404,
    pt: 'Este contato não existe mais.',
    en: 'This contact no longer exists.',
    es: 'Este contacto ya no existe.',
  },
  ERR_DUPLICATED_CONTACT: {
    status: 409,
    pt: 'Já existe um contato com este número.',
    en: 'A contact with this number already exists.',
    es: 'Ya existe un contacto con este número.',
  },
  ERR_NO_TICKET_FOUND: {
    status: 404,
    pt: 'Esta conversa não existe mais.',
    en: 'This conversation no longer exists.',
    es: 'Esta conversación ya no existe.',
  },
  ERR_OTHER_OPEN_TICKET: {
    status: 409,
    pt: 'Já existe uma conversa aberta com este contato.',
    en: 'There is already an open conversation with this contact.',
    es: 'Ya hay una conversación abierta con este contacto.',
  },
  ERR_TICKET_IN_OTHER_HANDS: {
    status: 400,
    pt: 'A conversa deste contato está com outro atendente ou em outra fila.',
    en: 'Another agent or another queue has this contact’s conversation.',
    es: 'La conversación de este contacto está con otro agente o en otra cola.',
  },
  ERR_CREATING_TICKET: {
    status: 400,
    pt: 'Não foi possível abrir a conversa.',
    en: 'The conversation could not be opened.',
    es: 'No se pudo abrir la conversación.',
  },
  ERR_CREATING_MESSAGE: {
    status: 400,
    pt: 'Não foi possível salvar a mensagem.',
    en: 'The message could not be saved.',
    es: 'No se pudo guardar el mensaje.',
  },

  ERR_TICKET_TRANSITION: {
    status: 409,
    pt: 'A conversa mudou nesse meio-tempo. A tela já está atualizada.',
    en: 'The conversation has changed in the meantime. The screen is now up to date.',
    es: 'La conversación cambió mientras tanto. La pantalla ya está actualizada.',
  },
  ERR_TICKET_NEEDS_TAG: {
    status: 400,
    pt: 'Adicione uma tag ao contato antes de resolver',
    en: 'Add a tag to the contact before resolving',
    es: 'Agrega una etiqueta al contacto antes de resolver',
  },
  ERR_NO_TRANSCRIPTION_KEY: {
    status: 409,
    pt: 'A transcrição ainda não está ligada. Um administrador da plataforma pode cadastrar a chave em Configurações.',
    en: 'Transcription is not turned on yet. A platform administrator can add the key in Settings.',
    es: 'La transcripción aún no está activada. Un administrador de la plataforma puede registrar la clave en Configuración.',
  },
  ERR_TRANSCRIPTION_FILE: {
    status: 400,
    pt: 'Formato de URL de áudio inesperado',
    en: 'Unexpected audio URL format',
    es: 'Formato de URL de audio inesperado',
  },
  ERR_TRANSCRIPTION_INVALID: {
    status: 502,
    pt: 'Dados de transcrição inválidos',
    en: 'Invalid transcription data',
    es: 'Datos de transcripción inválidos',
  },
  ERR_TRANSCRIPTION_FAILED: {
    status: 502,
    pt: 'Erro desconhecido ao transcrever. Tente de novo mais tarde.',
    en: 'Unknown error while transcribing. Try again later.',
    es: 'Error desconocido al transcribir. Inténtalo de nuevo más tarde.',
  },
  ERR_CONTACT_BLOCKED: {
    status: 400,
    pt: 'Este contato está bloqueado.',
    en: 'This contact is blocked.',
    es: 'Este contacto está bloqueado.',
  },
  ERR_NO_MESSAGE_FOUND: {
    status: 404,
    pt: 'Esta mensagem não existe mais.',
    en: 'This message no longer exists.',
    es: 'Este mensaje ya no existe.',
  },
  ERR_EDITING_WAPP_MSG: {
    status: 400,
    pt: 'Esta mensagem não pode mais ser editada.',
    en: 'This message can no longer be edited.',
    es: 'Este mensaje ya no se puede editar.',
  },
  ERR_NOTHING_TO_READ_AGAIN: {
    status: 400,
    pt: 'O cliente ainda não escreveu nesta conversa: não há o que marcar como não lido.',
    en: 'The customer has not written in this conversation yet: there is nothing to mark as unread.',
    es: 'El cliente todavía no escribió en esta conversación: no hay nada que marcar como no leído.',
  },
  ERR_NO_TICKETNOTE_FOUND: {
    status: 404,
    pt: 'Esta observação não existe mais.',
    en: 'This contact note no longer exists.',
    es: 'Esta observación ya no existe.',
  },
  ERR_NO_QUICKMESSAGE_FOUND: {
    status: 404,
    pt: 'Esta resposta rápida não existe mais.',
    en: 'This quick reply no longer exists.',
    es: 'Esta respuesta rápida ya no existe.',
  },
  ERR_QUICKMESSAGE_ALREADY_EXISTS: {
    status: 400,
    pt: 'Você já tem uma resposta rápida com este atalho.',
    en: 'You already have a quick reply with this shortcode.',
    es: 'Ya tienes una respuesta rápida con este atajo.',
  },
  ERR_NO_FILE_FOUND: {
    status: 404,
    pt: 'Esta lista de arquivos não existe mais.',
    en: 'This file list no longer exists.',
    es: 'Esta lista de archivos ya no existe.',
  },
  ERR_FILE_LIST_ALREADY_EXISTS: {
    status: 400,
    pt: 'Já existe uma lista de arquivos com este nome.',
    en: 'A file list with this name already exists.',
    es: 'Ya existe una lista de archivos con este nombre.',
  },
  ERR_FILE_LIST_FULL: {
    status: 400,
    pt: 'Uma lista pode ter no máximo 20 arquivos.',
    en: 'A list can have at most 20 files.',
    es: 'Una lista puede tener como máximo 20 archivos.',
  },
  ERR_EMPTY_MESSAGE: { status: 400, pt: 'Escreva uma mensagem.', en: 'Write a message.', es: 'Escribe un mensaje.' },
  ERR_PIX_KEY: {
    status: 400,
    pt: 'Esta chave PIX não é válida para o tipo escolhido. Confira a chave e o tipo.',
    en: 'This PIX key is not valid for the chosen type. Check the key and the type.',
    es: 'Esta clave PIX no es válida para el tipo elegido. Revisa la clave y el tipo.',
  },
  ERR_CONTENT_UNSUPPORTED: {
    status: 400,
    pt: 'Este canal não aceita esse tipo de mensagem.',
    en: 'This channel does not accept this type of message.',
    es: 'Este canal no acepta este tipo de mensaje.',
  },
  ERR_REPLY_WINDOW: {
    status: 400,
    pt: 'A janela de 24 horas terminou. Você pode responder quando o cliente escrever de novo.',
    en: 'The 24-hour window has closed. You can reply when the customer writes again.',
    es: 'La ventana de 24 horas terminó. Puedes responder cuando el cliente vuelva a escribir.',
  },
  ERR_IDEMPOTENCY_REUSED: {
    status: 422,
    pt: 'Esta chave de idempotência já foi usada com outro conteúdo.',
    en: 'This idempotency key was already used with other content.',
    es: 'Esta clave de idempotencia ya se usó con otro contenido.',
  },
  ERR_IDEMPOTENCY_BUSY: {
    status: 409,
    pt: 'Este pedido ainda está em andamento.',
    en: 'This request is still in progress.',
    es: 'Esta solicitud aún está en curso.',
  },
  ERR_NOT_RESENDABLE: {
    status: 409,
    pt: 'Esta mensagem não pode ser reenviada com segurança.',
    en: 'This message cannot be sent again safely.',
    es: 'Este mensaje no se puede reenviar con seguridad.',
  },
  ERR_MERGE_TOO_OLD: {
    status: 409,
    pt: 'Esta união tem mais de 30 dias e não pode mais ser desfeita.',
    en: 'This merge is over 30 days old and can no longer be undone.',
    es: 'Esta unión tiene más de 30 días y ya no se puede deshacer.',
  },

  ERR_NOT_A_PERSON: {
    status: 409,
    pt: 'Um grupo não é uma pessoa: abra os dados de um participante.',
    en: 'A group is not a person: open the data of one of its members.',
    es: 'Un grupo no es una persona: abre los datos de un participante.',
  },
  ERR_NO_CONSENT: {
    status: 409,
    pt: 'Esta pessoa não tem um consentimento que possa ser retirado.',
    en: 'This person has no consent to withdraw.',
    es: 'Esta persona no tiene un consentimiento que se pueda retirar.',
  },

  // Contact spreadsheets
  ERR_NO_IMPORT_FOUND: {
    status: 404,
    pt: 'Esta importação não existe mais.',
    en: 'This import no longer exists.',
    es: 'Esta importación ya no existe.',
  },
  ERR_IMPORT_STATE: {
    status: 409,
    pt: 'A importação mudou nesse meio-tempo. A tela já está atualizada.',
    en: 'The import has changed in the meantime. The screen is now up to date.',
    es: 'La importación cambió mientras tanto. La pantalla ya está actualizada.',
  },
  ERR_NO_EXPORT_FOUND: {
    status: 404,
    pt: 'Esta exportação não existe mais.',
    en: 'This export no longer exists.',
    es: 'Esta exportación ya no existe.',
  },
  ERR_NOTHING_TO_EXPORT: {
    status: 404,
    pt: 'Elemento não encontrado para exportar.',
    en: 'There is nothing to export.',
    es: 'No hay nada que exportar.',
  },
  ERR_SHEET_INVALID: {
    status: 400,
    pt: 'Arquivo inválido!',
    en: 'Invalid file!',
    es: '¡Archivo inválido!',
  },
  ERR_SHEET_XLS: {
    status: 400,
    pt: 'Este arquivo é do Excel antigo (.xls). Abra-o e salve como .xlsx ou .csv.',
    en: 'This file is in the old Excel format (.xls). Open it and save it as .xlsx or .csv.',
    es: 'Este archivo tiene el formato antiguo de Excel (.xls). Ábrelo y guárdalo como .xlsx o .csv.',
  },
  ERR_SHEET_TOO_LONG: {
    status: 400,
    pt: 'Esta planilha tem mais de 2.000 linhas. Use a página de importação.',
    en: 'This spreadsheet has more than 2,000 rows. Use the import page.',
    es: 'Esta hoja de cálculo tiene más de 2.000 filas. Usa la página de importación.',
  },
  ERR_SHEET_NO_NUMBER: {
    status: 400,
    pt: 'Não foi selecionado o campo de número do contato',
    en: 'The contact number field was not selected',
    es: 'No se eligió el campo de número del contacto',
  },
  ERR_SHEET_NO_NAME: {
    status: 400,
    pt: 'Não foi selecionado o campo de nome do contato',
    en: 'The contact name field was not selected',
    es: 'No se eligió el campo de nombre del contacto',
  },
  ERR_SHEET_NO_ROWS: {
    status: 400,
    pt: 'Nenhum contato selecionado',
    en: 'No contact selected',
    es: 'Ningún contacto seleccionado',
  },
  ERR_SHEET_NAME_TWICE: {
    status: 400,
    pt: 'O campo Nome já foi selecionado.',
    en: 'The Name field is already selected.',
    es: 'El campo Nombre ya está elegido.',
  },
  ERR_SHEET_NUMBER_TWICE: {
    status: 400,
    pt: 'O campo Número já foi selecionado.',
    en: 'The Number field is already selected.',
    es: 'El campo Número ya está elegido.',
  },
  ERR_SHEET_EMAIL_TWICE: {
    status: 400,
    pt: 'O campo E-mail já foi selecionado.',
    en: 'The Email field is already selected.',
    es: 'El campo Correo ya está elegido.',
  },
  ERR_SHEET_TAGS_TWICE: {
    status: 400,
    pt: 'O campo Tags já foi selecionado.',
    en: 'The Tags field is already selected.',
    es: 'El campo Etiquetas ya está elegido.',
  },
  ERR_SHEET_EXTRA_TWICE: {
    status: 400,
    pt: 'O campo Informação adicional já foi selecionado.',
    en: 'The Additional information field is already selected.',
    es: 'El campo Información adicional ya está elegido.',
  },
  ERR_NO_ADDRESS_BOOK: {
    status: 400,
    pt: 'Este canal não tem uma agenda de contatos para importar.',
    en: 'This channel has no address book to import.',
    es: 'Este canal no tiene una agenda de contactos para importar.',
  },

  // Connections
  ERR_NO_WAPP_FOUND: {
    status: 404,
    pt: 'Esta conexão não existe mais.',
    en: 'This connection no longer exists.',
    es: 'Esta conexión ya no existe.',
  },
  ERR_NO_OTHER_WHATSAPP: {
    status: 400,
    pt: 'É preciso haver ao menos uma conexão padrão.',
    en: 'There must be at least one default connection.',
    es: 'Debe haber al menos una conexión predeterminada.',
  },
  ERR_NO_DEF_WAPP_FOUND: {
    status: 404,
    pt: 'Nenhuma conexão padrão foi encontrada. Confira a página de conexões.',
    en: 'No default connection was found. Check the connections page.',
    es: 'No se encontró una conexión predeterminada. Revisa la página de conexiones.',
  },
  ERR_WAPP_NOT_INITIALIZED: {
    status: 400,
    pt: 'A sessão desta conexão não foi iniciada. Confira a página de conexões.',
    en: 'The session of this connection was not started. Check the connections page.',
    es: 'La sesión de esta conexión no se inició. Revisa la página de conexiones.',
  },
  ERR_WAPP_CHECK_CONTACT: {
    status: 400,
    pt: 'Não foi possível verificar o contato. Confira a página de conexões.',
    en: 'The contact could not be verified. Check the connections page.',
    es: 'No se pudo verificar el contacto. Revisa la página de conexiones.',
  },
  ERR_WAPP_INVALID_CONTACT: {
    status: 400,
    pt: 'Este não é um número válido do WhatsApp.',
    en: 'This is not a valid WhatsApp number.',
    es: 'Este no es un número válido de WhatsApp.',
  },
  ERR_WAPP_DOWNLOAD_MEDIA: {
    status: 400,
    pt: 'Não foi possível baixar a mídia. Confira a página de conexões.',
    en: 'The file could not be downloaded. Check the connections page.',
    es: 'No se pudo descargar el archivo. Revisa la página de conexiones.',
  },
  ERR_WAPP_GREETING_REQUIRED: {
    status: 400,
    pt: 'Escreva a saudação: ela é obrigatória quando há mais de uma fila.',
    en: 'Write the greeting: it is required when there is more than one queue.',
    es: 'Escribe el saludo: es obligatorio cuando hay más de una cola.',
  },
  ERR_SENDING_WAPP_MSG: {
    status: 400,
    pt: 'A mensagem não foi enviada. Confira a página de conexões.',
    en: 'The message was not sent. Check the connections page.',
    es: 'El mensaje no se envió. Revisa la página de conexiones.',
  },
  ERR_DELETE_WAPP_MSG: {
    status: 400,
    pt: 'Não foi possível apagar a mensagem no canal.',
    en: 'The message could not be deleted on the channel.',
    es: 'No se pudo borrar el mensaje en el canal.',
  },
  ERR_FETCH_WAPP_MSG: {
    status: 400,
    pt: 'Não encontramos a mensagem no canal. Talvez seja muito antiga.',
    en: 'The message was not found on the channel. It may be too old.',
    es: 'No encontramos el mensaje en el canal. Quizás sea muy antiguo.',
  },
  ERR_WAPP_NAME_TAKEN: {
    status: 400,
    pt: 'Já existe uma conexão com este nome neste canal.',
    en: 'A connection with this name already exists on this channel.',
    es: 'Ya existe una conexión con este nombre en este canal.',
  },
  ERR_CONNECTION_LIMIT_REACHED: {
    status: 400,
    pt: 'O plano da empresa não permite mais conexões neste canal.',
    en: 'The company plan allows no more connections on this channel.',
    es: 'El plan de la empresa no permite más conexiones en este canal.',
  },
  ERR_CHANNEL_NOT_IN_PLAN: {
    status: 403,
    pt: 'O plano da empresa não inclui este canal.',
    en: 'The company plan does not include this channel.',
    es: 'El plan de la empresa no incluye este canal.',
  },
  ERR_NO_TEMPLATE_FOUND: {
    status: 404,
    pt: 'Modelo não encontrado nesta conexão.',
    en: 'This connection does not have this template.',
    es: 'Esta conexión no tiene esta plantilla.',
  },
  ERR_TEMPLATE_NOT_SENDABLE: {
    status: 400,
    pt: 'Este modelo não pode ser enviado: só os aprovados e sem mapa no cabeçalho.',
    en: 'This template cannot be sent: only approved ones without a map in their header can.',
    es: 'Esta plantilla no se puede enviar: solo las aprobadas y sin mapa en el encabezado.',
  },
  ERR_ACCOUNT_TAKEN: {
    status: 409,
    pt: 'Esta conta já está conectada aqui, em outra conexão ou em outra empresa. Exclua a outra conexão primeiro.',
    en: 'This account is already connected here, by another connection or another company. Delete that connection first.',
    es: 'Esta cuenta ya está conectada aquí, en otra conexión o en otra empresa. Elimina la otra conexión primero.',
  },
  ERR_CONNECTION_KEYS: {
    status: 409,
    pt: 'As chaves desta conexão não podem mais ser lidas. Vincule a conta de novo.',
    en: 'The keys of this connection can no longer be read. Link the account again.',
    es: 'Las claves de esta conexión ya no se pueden leer. Vincula la cuenta de nuevo.',
  },
  ERR_LINKING_NOT_OFFICIAL: {
    status: 400,
    pt: 'Só conexões oficiais da Meta têm estes dados.',
    en: 'Only official Meta connections have these fields.',
    es: 'Solo las conexiones oficiales de Meta tienen estos datos.',
  },
  ERR_LINKING_CHANGED: {
    status: 409,
    pt: 'Os dados mudaram durante a verificação. Verifique de novo.',
    en: 'The fields changed during the check. Check again.',
    es: 'Los datos cambiaron durante la verificación. Verifica de nuevo.',
  },
  ERR_LINKING_APP_SECRET: {
    status: 400,
    pt: 'Falta a chave secreta do aplicativo: sem ela, não dá para comprovar que as mensagens vêm da Meta.',
    en: 'The app secret is missing: without it, we cannot verify that messages come from Meta.',
    es: 'Falta la clave secreta de la aplicación: sin ella, no se puede comprobar que los mensajes vienen de Meta.',
  },
  ERR_LINK_EXPIRED: {
    status: 404,
    pt: 'O acesso pela Meta venceu ou já foi usado. Comece de novo.',
    en: 'The Meta sign-in has expired or was already used. Start again.',
    es: 'El acceso por Meta venció o ya se usó. Empieza de nuevo.',
  },
  ERR_LINK_REFUSED: {
    status: 400,
    pt: 'A Meta não deu acesso. Entre com a conta que administra a página e aceite as permissões pedidas.',
    en: 'Meta did not grant access. Sign in with the account that manages the page and accept the requested permissions.',
    es: 'Meta no dio acceso. Entra con la cuenta que administra la página y acepta los permisos pedidos.',
  },
  ERR_NO_PAGES: {
    status: 400,
    pt: 'Nenhuma página veio com este acesso. Escolha ao menos uma na tela da Meta.',
    en: 'No page came with this sign-in. Choose at least one on the Meta screen.',
    es: 'Ninguna página vino con este acceso. Elige al menos una en la pantalla de Meta.',
  },
  ERR_PROVIDER_UNAVAILABLE: {
    status: 400,
    pt: 'Este tipo de conexão ainda não está disponível aqui.',
    en: 'This connection type is not available here yet.',
    es: 'Este tipo de conexión aún no está disponible aquí.',
  },
  // Why a session of WhatsApp by QR is not connected
  ERR_SESSION_NETWORK: {
    status: 503,
    pt: 'A conexão com o WhatsApp caiu. Estamos reconectando automaticamente.',
    en: 'The connection to WhatsApp was lost. We are reconnecting automatically.',
    es: 'Se cayó la conexión con WhatsApp. Estamos reconectando automáticamente.',
  },
  ERR_SESSION_LOGGED_OUT: {
    status: 400,
    pt: 'O celular desconectou este aparelho. Leia o código de novo para reconectar.',
    en: 'The phone signed this device out. Scan the code again to reconnect.',
    es: 'El teléfono desconectó este dispositivo. Lee el código de nuevo para reconectar.',
  },
  ERR_SESSION_REPLACED: {
    status: 409,
    pt: 'Esta conta foi aberta em outro lugar com a mesma sessão. Conecte de novo para usar aqui.',
    en: 'This account was opened elsewhere with the same session. Connect it again to use it here.',
    es: 'Esta cuenta se abrió en otro lugar con la misma sesión. Conéctala de nuevo para usarla aquí.',
  },
  ERR_SESSION_BANNED: {
    status: 403,
    pt: 'O WhatsApp bloqueou este número. Abra o WhatsApp no celular, veja o motivo e peça a revisão por lá.',
    en: 'WhatsApp has blocked this number. Open WhatsApp on the phone, see the reason and request a review there.',
    es: 'WhatsApp bloqueó este número. Abre WhatsApp en el teléfono, mira el motivo y pide la revisión allí.',
  },
  ERR_SESSION_UNANSWERED: {
    status: 408,
    pt: 'O código não foi lido a tempo. Gere um novo quando estiver com o celular na mão.',
    en: 'The code was not scanned in time. Generate a new one when you have the phone at hand.',
    es: 'El código no se leyó a tiempo. Genera uno nuevo cuando tengas el teléfono a mano.',
  },
  ERR_SESSION_OUTDATED: {
    status: 400,
    pt: 'O WhatsApp não aceita mais esta versão do programa. Atualize o servidor e conecte de novo.',
    en: 'WhatsApp no longer accepts this version of the program. Update the server and connect again.',
    es: 'WhatsApp ya no acepta esta versión del programa. Actualiza el servidor y conecta de nuevo.',
  },
  ERR_SESSION_BROKEN: {
    status: 400,
    pt: 'Os dados desta sessão não valem mais. Gere um novo código e leia com o celular.',
    en: 'The data of this session is no longer valid. Generate a new code and scan it with the phone.',
    es: 'Los datos de esta sesión ya no son válidos. Genera un nuevo código y léelo con el teléfono.',
  },
  ERR_CHANNEL_DOWN: {
    status: 503,
    pt: 'O canal não respondeu. A mensagem espera e é enviada quando ele voltar.',
    en: 'The channel did not respond. The message waits and is sent when the channel is back.',
    es: 'El canal no respondió. El mensaje espera y se envía cuando vuelva.',
  },
  ERR_CHANNEL_UNDELIVERED: {
    status: 400,
    pt: 'O canal não entregou a mensagem, e ela não será enviada automaticamente. Envie de novo daqui a pouco.',
    en: 'The channel did not deliver the message, and it will not be sent automatically. Send it again in a while.',
    es: 'El canal no entregó el mensaje, y no se enviará automáticamente. Envíalo de nuevo en un rato.',
  },
  ERR_CHANNEL_REFUSED: {
    status: 400,
    pt: 'O canal recusou a mensagem.',
    en: 'The channel refused the message.',
    es: 'El canal rechazó el mensaje.',
  },
  ERR_CHANNEL_RATE: {
    status: 429,
    pt: 'O canal pediu para ir mais devagar. A mensagem será enviada em instantes.',
    en: 'The channel asked us to slow down. The message will be sent in a moment.',
    es: 'El canal pidió ir más despacio. El mensaje se enviará en un momento.',
  },
  ERR_CHANNEL_ACCOUNT: {
    status: 400,
    pt: 'O canal não aceita mais esta conta. Conecte de novo.',
    en: 'The channel no longer accepts this account. Connect it again.',
    es: 'El canal ya no acepta esta cuenta. Conéctala de nuevo.',
  },
  ERR_CHANNEL_PAIR_RATE: {
    status: 429,
    pt: 'Foram muitas mensagens seguidas para esta pessoa. A próxima será enviada em alguns segundos.',
    en: 'Too many messages in a row to this person. The next one will be sent in a few seconds.',
    es: 'Fueron muchos mensajes seguidos a esta persona. El próximo se enviará en unos segundos.',
  },
  ERR_CHANNEL_NOT_REACHABLE: {
    status: 400,
    pt: 'Esta pessoa não pode receber a mensagem: o número não usa este canal, ela bloqueou a empresa ou o aplicativo dela é antigo. Tente falar com ela por outro meio.',
    en: 'This person cannot receive the message: the number is not on this channel, they blocked the company or their app is old. Try reaching them another way.',
    es: 'Esta persona no puede recibir el mensaje: el número no usa este canal, bloqueó a la empresa o su aplicación es antigua. Intenta hablarle por otro medio.',
  },
  ERR_CHANNEL_TEST_NUMBER: {
    status: 400,
    pt: 'Esta conta está em modo de teste e só escreve para números cadastrados nela. Cadastre o número no painel da Meta ou use um número de produção.',
    en: 'This account is in test mode and can only write to numbers registered in it. Add the number in the Meta dashboard or use a production number.',
    es: 'Esta cuenta está en modo de prueba y solo escribe a números registrados en ella. Agrega el número en el panel de Meta o usa un número de producción.',
  },
  ERR_CHANNEL_NOT_FOUND: {
    status: 404,
    pt: 'O canal não encontra o que foi pedido, ou o token não dá acesso a ele. Confira os dados da conexão.',
    en: 'The channel cannot find the requested item, or the token gives no access to it. Check the connection fields.',
    es: 'El canal no encuentra lo que se pidió, o el token no da acceso. Revisa los datos de la conexión.',
  },
  ERR_CHANNEL_HELD_BACK: {
    status: 400,
    pt: 'O WhatsApp não entregou: esta pessoa já recebeu muitas mensagens de empresas. Não reenvie agora; tente amanhã ou espere ela escrever.',
    en: 'WhatsApp did not deliver it: this person has already received many messages from companies. Do not send it again now; try tomorrow or wait for them to write.',
    es: 'WhatsApp no lo entregó: esta persona ya recibió muchos mensajes de empresas. No reenvíes ahora; inténtalo mañana o espera a que escriba.',
  },
  ERR_CHANNEL_OPTED_OUT: {
    status: 400,
    pt: 'Esta pessoa pediu para não receber mensagens de divulgação. Só responda quando ela escrever.',
    en: 'This person asked not to receive marketing messages. Reply only when they write.',
    es: 'Esta persona pidió no recibir mensajes publicitarios. Responde solo cuando escriba.',
  },
  ERR_CHANNEL_COUNTRY: {
    status: 400,
    pt: 'O canal não permite que esta conta escreva para o país deste número.',
    en: 'The channel does not allow this account to write to the country of this number.',
    es: 'El canal no permite que esta cuenta escriba al país de este número.',
  },
  ERR_CHANNEL_SPAM: {
    status: 400,
    pt: 'O WhatsApp limitou este número porque muitas pessoas o bloquearam ou denunciaram. Pare os envios em massa e confira a qualidade no painel da Meta.',
    en: 'WhatsApp has limited this number because many people blocked or reported it. Stop bulk sending and check its quality in the Meta dashboard.',
    es: 'WhatsApp limitó este número porque muchas personas lo bloquearon o denunciaron. Detén los envíos masivos y revisa la calidad en el panel de Meta.',
  },
  ERR_CHANNEL_RESTRICTED: {
    status: 400,
    pt: 'O canal restringiu esta conta por descumprir as regras dele. Um administrador precisa ver o motivo e recorrer no painel da Meta.',
    en: 'The channel has restricted this account for breaking its rules. An administrator must see the reason and appeal in the Meta dashboard.',
    es: 'El canal restringió esta cuenta por incumplir sus reglas. Un administrador debe ver el motivo y apelar en el panel de Meta.',
  },
  ERR_CHANNEL_PAYMENT: {
    status: 400,
    pt: 'A conta na Meta está sem forma de pagamento válida. Um administrador precisa regularizar o pagamento no painel da Meta.',
    en: 'The Meta account has no valid payment method. An administrator must settle the payment in the Meta dashboard.',
    es: 'La cuenta en Meta no tiene una forma de pago válida. Un administrador debe regularizar el pago en el panel de Meta.',
  },
  ERR_CHANNEL_DISPLAY_NAME: {
    status: 400,
    pt: 'O nome de exibição deste número ainda não foi aprovado pela Meta. Aguarde a aprovação ou envie outro nome no painel da Meta.',
    en: 'Meta has not approved the display name of this number yet. Wait for the approval or submit another name in the Meta dashboard.',
    es: 'Meta todavía no aprobó el nombre visible de este número. Espera la aprobación o envía otro nombre en el panel de Meta.',
  },
  ERR_CHANNEL_UNREGISTERED: {
    status: 400,
    pt: 'Este número não está registrado na API do WhatsApp. Registre o número com o PIN dele e verifique a conexão de novo.',
    en: 'This number is not registered with the WhatsApp API. Register it with its PIN and check the connection again.',
    es: 'Este número no está registrado en la API de WhatsApp. Regístralo con su PIN y verifica la conexión de nuevo.',
  },
  ERR_META_PIN: {
    status: 400,
    pt: 'A Meta não aceitou o PIN. Confira o PIN de verificação em duas etapas do número; depois de vários erros, espere antes de tentar de novo.',
    en: 'Meta did not accept the PIN. Check the two-step verification PIN of the number; after several errors, wait before trying again.',
    es: 'Meta no aceptó el PIN. Revisa el PIN de verificación en dos pasos del número; después de varios errores, espera antes de intentar de nuevo.',
  },
  ERR_CHANNEL_RIGHTS: {
    status: 400,
    pt: 'O token desta conexão não tem a permissão necessária. Gere outro no painel da Meta com as permissões de mensagens, ou conecte a conta de novo.',
    en: 'The token of this connection lacks the required permission. Generate another in the Meta dashboard with the messaging permissions, or connect the account again.',
    es: 'El token de esta conexión no tiene el permiso necesario. Genera otro en el panel de Meta con los permisos de mensajes, o conecta la cuenta de nuevo.',
  },
  ERR_CHANNEL_MEDIA: {
    status: 400,
    pt: 'O canal não aceitou o arquivo. Confira o formato e o tamanho e envie de novo.',
    en: 'The channel did not accept the file. Check its format and size and send it again.',
    es: 'El canal no aceptó el archivo. Revisa el formato y el tamaño y envíalo de nuevo.',
  },
  ERR_TEMPLATE_GAPS: {
    status: 400,
    pt: 'Os valores preenchidos não combinam com o modelo. Confira cada campo e envie de novo.',
    en: 'The values do not match the template. Check each field and send it again.',
    es: 'Los valores no coinciden con la plantilla. Revisa cada campo y envíala de nuevo.',
  },
  ERR_TEMPLATE_MISSING: {
    status: 400,
    pt: 'Este modelo não existe no canal neste idioma, ou ainda não foi aprovado. Sincronize os modelos e escolha outro.',
    en: 'The channel does not have this template in this language, or has not approved it yet. Sync the templates and choose another.',
    es: 'El canal no tiene esta plantilla en este idioma, o todavía no la aprobó. Sincroniza las plantillas y elige otra.',
  },
  ERR_TEMPLATE_STOPPED: {
    status: 400,
    pt: 'A Meta pausou ou desativou este modelo por causa da qualidade. Escolha outro modelo.',
    en: 'Meta has paused or disabled this template because of its quality. Choose another one.',
    es: 'Meta pausó o desactivó esta plantilla por su calidad. Elige otra.',
  },
  ERR_TEMPLATE_REFUSED: {
    status: 400,
    pt: 'O canal recusou este modelo pelas regras dele. Escolha outro, ou mude o texto no painel da Meta.',
    en: 'The channel refused this template under its rules. Choose another, or change its text in the Meta dashboard.',
    es: 'El canal rechazó esta plantilla según sus reglas. Elige otra, o cambia el texto en el panel de Meta.',
  },
  ERR_META_FIELD_MISSING: {
    status: 400,
    pt: 'Preencha este campo.',
    en: 'Fill in this field.',
    es: 'Completa este campo.',
  },
  ERR_META_TOKEN: {
    status: 400,
    pt: 'A Meta não aceita este token: ele venceu, foi revogado ou está incompleto. Gere um token permanente e cole de novo.',
    en: 'Meta does not accept this token: it has expired, was revoked or is incomplete. Generate a permanent token and paste it again.',
    es: 'Meta no acepta este token: venció, fue revocado o está incompleto. Genera un token permanente y pégalo de nuevo.',
  },
  ERR_META_TOKEN_SCOPE: {
    status: 400,
    pt: 'Falta uma permissão neste token. Gere outro no painel da Meta com as permissões de mensagens e de administração da conta.',
    en: 'This token lacks a permission. Generate another in the Meta dashboard with the permissions to send messages and to manage the account.',
    es: 'A este token le falta un permiso. Genera otro en el panel de Meta con los permisos de mensajes y de administración de la cuenta.',
  },
  ERR_META_PHONE_ID: {
    status: 400,
    pt: 'Este token não encontra um número com esta identificação. Copie o «Phone number ID» do painel da Meta (não é o telefone).',
    en: 'This token finds no number with this ID. Copy the “Phone number ID” from the Meta dashboard (it is not the phone number).',
    es: 'Este token no encuentra un número con esta identificación. Copia el «Phone number ID» del panel de Meta (no es el teléfono).',
  },
  ERR_META_WABA: {
    status: 400,
    pt: 'Este token não encontra esta conta do WhatsApp Business. Copie o «WhatsApp Business Account ID» do painel da Meta.',
    en: 'This token does not find this WhatsApp Business account. Copy the “WhatsApp Business Account ID” from the Meta dashboard.',
    es: 'Este token no encuentra esta cuenta de WhatsApp Business. Copia el «WhatsApp Business Account ID» del panel de Meta.',
  },
  ERR_META_NUMBER_ELSEWHERE: {
    status: 400,
    pt: 'Este número não pertence a esta conta do WhatsApp Business. Confira os dois campos.',
    en: 'This number does not belong to this WhatsApp Business account. Check both fields.',
    es: 'Este número no pertenece a esta cuenta de WhatsApp Business. Revisa los dos campos.',
  },
  ERR_META_APP_MISSING: {
    status: 400,
    pt: 'A plataforma ainda não tem um aplicativo da Meta. Fale com o suporte.',
    en: 'The platform has no Meta app yet. Contact support.',
    es: 'La plataforma todavía no tiene una aplicación de Meta. Habla con soporte.',
  },
  ERR_META_APP_SECRET: {
    status: 400,
    pt: 'A chave secreta não é do aplicativo que gerou o token. Copie a «App Secret» do mesmo aplicativo.',
    en: 'The app secret does not belong to the app that generated the token. Copy the “App Secret” of the same app.',
    es: 'La clave secreta no es de la aplicación que generó el token. Copia la «App Secret» de la misma aplicación.',
  },
  ERR_META_NOT_SUBSCRIBED: {
    status: 400,
    pt: 'O aplicativo não está inscrito nesta conta: nenhuma mensagem chegaria. Inscreva o aplicativo nos webhooks da conta.',
    en: 'The app is not subscribed to this account: no message would arrive. Subscribe the app to the webhooks of the account.',
    es: 'La aplicación no está suscrita a esta cuenta: no llegaría ningún mensaje. Suscribe la aplicación a los webhooks de la cuenta.',
  },
  ERR_OUTCOME_UNKNOWN: {
    status: 409,
    pt: 'Não sabemos se a mensagem foi enviada. Confira antes de reenviar.',
    en: 'We do not know whether the message was sent. Check before sending it again.',
    es: 'No sabemos si el mensaje se envió. Revisa antes de reenviar.',
  },

  // Billing
  ERR_NO_INVOICE_FOUND: {
    status: 404,
    pt: 'Esta fatura não existe.',
    en: 'This invoice does not exist.',
    es: 'Esta factura no existe.',
  },
  ERR_INVOICE_NOT_OPEN: {
    status: 409,
    pt: 'Esta fatura já foi paga ou cancelada. Atualize a lista de faturas.',
    en: 'This invoice has been paid or canceled. Refresh the list of invoices.',
    es: 'Esta factura ya fue pagada o cancelada. Actualiza la lista de facturas.',
  },
  ERR_NO_PAYMENT_PROVIDER: {
    status: 409,
    pt: 'Ainda não há como pagar por aqui: nenhuma forma de pagamento está configurada. Fale com o suporte.',
    en: 'Paying here is not possible yet: no payment method is set up. Contact support.',
    es: 'Todavía no se puede pagar aquí: ninguna forma de pago está configurada. Habla con soporte.',
  },
  ERR_UPGRADE_NOT_POSSIBLE: {
    status: 409,
    pt: 'Este plano só pode começar na próxima renovação.',
    en: 'This plan can only start with the next renewal.',
    es: 'Este plan solo puede empezar en la próxima renovación.',
  },
  ERR_PAYMENT_REFERENCE_TAKEN: {
    status: 409,
    pt: 'Um pagamento com esta referência já foi registrado.',
    en: 'A payment with this reference has already been recorded.',
    es: 'Ya se registró un pago con esta referencia.',
  },
  ERR_OWNER_COMPANY: {
    status: 409,
    pt: 'A empresa da plataforma não tem assinatura.',
    en: 'The company of the platform has no subscription.',
    es: 'La empresa de la plataforma no tiene suscripción.',
  },
} satisfies Record<`ERR_${string}`, Entry>;

export type ErrorCode = keyof typeof errors;
export type Language = 'pt' | 'en' | 'es';
export const languages = ['pt', 'en', 'es'] as const satisfies readonly Language[];

/** Body of every error response. */
export interface ErrorBody {
  /** An error code, or the conflicting ticket as JSON text. */
  error: string;
  /** The error code when `error` contains a ticket. */
  code?: ErrorCode;
  /** The text in the language of the caller. */
  message: string;
  /** With ERR_VALIDATION: the invalid fields and their rules. */
  fields?: { field: string; rule: string; message: string }[];
}
