import { texts } from '../../lib/texts.ts';

export const signInTexts = texts({
  form: { pt: 'Entrar', en: 'Sign in', es: 'Entrar' },
  hello: { pt: 'Bom te ver de novo', en: 'Good to see you again', es: 'Qué bueno verte de nuevo' },
  sub: {
    pt: 'Entre para atender seus clientes.',
    en: 'Sign in to serve your customers.',
    es: 'Entra para atender a tus clientes.',
  },
  expired: {
    pt: 'Sua sessão terminou. Entre de novo para continuar de onde parou.',
    en: 'Your session has ended. Sign in again to continue where you left off.',
    es: 'Tu sesión terminó. Entra de nuevo para continuar donde estabas.',
  },
  elsewhere: {
    pt: 'Sua conta foi acessada em outro computador. Se não foi você, entre e troque a senha.',
    en: 'Your account was opened on another computer. If that was not you, sign in and change the password.',
    es: 'Tu cuenta se abrió en otra computadora. Si no fuiste tú, entra y cambia la contraseña.',
  },
  passwordReset: {
    pt: 'Senha redefinida com sucesso. Entre com a nova senha.',
    en: 'Password changed. Sign in with the new password.',
    es: 'Contraseña cambiada. Entra con la nueva contraseña.',
  },
  confirmEmail: {
    pt: 'Conta criada! Confirme seu e-mail pelo link que enviamos. Você já pode entrar.',
    en: 'Account created! Confirm your email with the link that we sent. You can already sign in.',
    es: '¡Cuenta creada! Confirma tu correo con el enlace que enviamos. Ya puedes entrar.',
  },
  accountReady: {
    pt: 'Conta criada! Entre com o e-mail e a senha que você escolheu.',
    en: 'Account created! Sign in with the email and password that you chose.',
    es: '¡Cuenta creada! Entra con el correo y la contraseña que elegiste.',
  },
  email: { pt: 'E-mail', en: 'Email', es: 'Correo' },
  password: { pt: 'Senha', en: 'Password', es: 'Contraseña' },
  showPassword: { pt: 'Mostrar a senha', en: 'Show password', es: 'Mostrar la contraseña' },
  hidePassword: { pt: 'Ocultar a senha', en: 'Hide password', es: 'Ocultar la contraseña' },
  forgot: { pt: 'Esqueci a senha', en: 'I forgot my password', es: 'Olvidé mi contraseña' },
  remember: {
    pt: 'Manter conectado neste computador',
    en: 'Keep me signed in on this computer',
    es: 'Mantener la sesión iniciada en esta computadora',
  },
  enter: { pt: 'Entrar', en: 'Sign in', es: 'Entrar' },
  entering: { pt: 'Entrando…', en: 'Signing in…', es: 'Entrando…' },
  noAccount: { pt: 'Ainda não tem conta?', en: 'No account yet?', es: '¿Aún no tienes cuenta?' },
  signUp: { pt: 'Criar conta da empresa', en: 'Create a company account', es: 'Crear cuenta de la empresa' },
  version: { pt: 'Versão {version}', en: 'Version {version}', es: 'Versión {version}' },
  language: { pt: 'Idioma', en: 'Language', es: 'Idioma' },
  notYet: { pt: '{name} (em breve)', en: '{name} (coming soon)', es: '{name} (próximamente)' },

  weakTitle: { pt: 'Sua senha é fraca', en: 'Your password is weak', es: 'Tu contraseña es débil' },
  weakText: {
    pt: 'Ela pode ser adivinhada com facilidade. Use oito caracteres ou mais, com letras maiúsculas e minúsculas, números e símbolos. Você pode entrar agora e trocar a senha em Meu perfil.',
    en: 'It is easy to guess. Use eight characters or more, with uppercase and lowercase letters, numbers and symbols. You can sign in now and change it under My profile.',
    es: 'Es fácil de adivinar. Usa ocho caracteres o más, con mayúsculas, minúsculas, números y símbolos. Puedes entrar ahora y cambiarla en Mi perfil.',
  },
  weakProceed: { pt: 'Entrar mesmo assim', en: 'Sign in anyway', es: 'Entrar de todos modos' },
  weakBack: { pt: 'Voltar', en: 'Go back', es: 'Volver' },

  scenePreview: {
    pt: 'Consigo retirar na sexta?',
    en: 'Can I pick it up on Friday?',
    es: '¿Puedo retirarlo el viernes?',
  },
  sceneQuestion: {
    pt: 'Oi! Vocês abrem no sábado?',
    en: 'Hi! Are you open on Saturday?',
    es: '¡Hola! ¿Abren el sábado?',
  },
  sceneAnswer: {
    pt: 'Abrimos, sim! Sábado das 9h às 13h 😊',
    en: 'We are! Saturday from 9 to 1 😊',
    es: '¡Sí, abrimos! Sábado de 9 a 13 h 😊',
  },
  sceneNote: { pt: 'Nota interna', en: 'Internal note', es: 'Nota interna' },
  sceneNoteText: {
    pt: 'Cliente antiga, oferecer ajuste grátis.',
    en: 'Long-time customer, offer a free fitting.',
    es: 'Clienta antigua, ofrecer ajuste gratis.',
  },
  sceneOther: {
    pt: 'Amei essa preta! Ainda tem?',
    en: 'Love the black one! Still there?',
    es: '¡Me encantó la negra! ¿Queda?',
  },
});
