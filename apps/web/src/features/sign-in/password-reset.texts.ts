import { texts } from '../../lib/texts.ts';

export const passwordResetTexts = texts({
  title: { pt: 'Esqueci a senha', en: 'I forgot my password', es: 'Olvidé mi contraseña' },
  intro: {
    pt: 'Digite o e-mail com que você entra. Enviamos um código para escolher uma nova senha.',
    en: 'Enter the email you sign in with. We send you a code to choose a new password.',
    es: 'Escribe el correo con el que entras. Te enviamos un código para elegir una nueva contraseña.',
  },
  email: { pt: 'E-mail', en: 'Email', es: 'Correo' },
  send: { pt: 'Enviar código', en: 'Send code', es: 'Enviar código' },
  sending: { pt: 'Enviando…', en: 'Sending…', es: 'Enviando…' },
  unknown: { pt: 'Email não encontrado', en: 'Email not found', es: 'Correo no encontrado' },
  back: { pt: 'Voltar para entrar', en: 'Back to sign in', es: 'Volver a entrar' },
  signUp: { pt: 'Criar conta da empresa', en: 'Create a company account', es: 'Crear cuenta de la empresa' },
  sent: { pt: 'Email enviado com sucesso!', en: 'Email sent!', es: '¡Correo enviado!' },
  sentTo: {
    pt: 'Se houver uma conta com {email}, o código chega em instantes. Confira também o spam.',
    en: 'If there is an account with {email}, the code arrives in a moment. Check the spam folder too.',
    es: 'Si hay una cuenta con {email}, el código llega en un momento. Revisa también el spam.',
  },
  newTitle: { pt: 'Escolha uma nova senha', en: 'Choose a new password', es: 'Elige una nueva contraseña' },
  newIntro: {
    pt: 'Para a conta {email}. Ao salvar, saímos dela nos outros aparelhos.',
    en: 'For the account {email}. When you save, you are signed out on other devices.',
    es: 'Para la cuenta {email}. Al guardar, cerramos la sesión en los demás dispositivos.',
  },
  code: { pt: 'Código do e-mail', en: 'Code from the email', es: 'Código del correo' },
  newPassword: { pt: 'Nova senha', en: 'New password', es: 'Nueva contraseña' },
  repeat: { pt: 'Repita a nova senha', en: 'Repeat the new password', es: 'Repite la nueva contraseña' },
  save: { pt: 'Redefinir senha', en: 'Change password', es: 'Cambiar contraseña' },
  saving: { pt: 'Salvando…', en: 'Saving…', es: 'Guardando…' },
  again: { pt: 'Pedir outro código', en: 'Ask for another code', es: 'Pedir otro código' },
  againIn: { pt: 'Outro código em {seconds} s', en: 'Another code in {seconds} s', es: 'Otro código en {seconds} s' },
  otherEmail: { pt: 'Usar outro e-mail', en: 'Use another email', es: 'Usar otro correo' },
});
