import { texts } from '../../lib/texts.ts';

export const invitationTexts = texts({
  title: { pt: 'Convite', en: 'Invitation', es: 'Invitación' },
  loading: { pt: 'Abrindo o convite…', en: 'Opening the invitation…', es: 'Abriendo la invitación…' },
  joinTitle: {
    pt: 'Entre na equipe da empresa {company}',
    en: 'Join the team of {company}',
    es: 'Únete al equipo de la empresa {company}',
  },
  invitedBy: {
    pt: '{name} convidou você. Escolha o seu nome e uma senha.',
    en: '{name} invited you. Choose your name and a password.',
    es: '{name} te invitó. Elige tu nombre y una contraseña.',
  },
  intro: {
    pt: 'Escolha o seu nome e uma senha.',
    en: 'Choose your name and a password.',
    es: 'Elige tu nombre y una contraseña.',
  },
  email: { pt: 'E-mail', en: 'Email', es: 'Correo' },
  name: { pt: 'Seu nome', en: 'Your name', es: 'Tu nombre' },
  password: { pt: 'Senha', en: 'Password', es: 'Contraseña' },
  accept: { pt: 'Aceitar o convite', en: 'Accept the invitation', es: 'Aceptar la invitación' },
  accepting: { pt: 'Entrando…', en: 'Signing in…', es: 'Entrando…' },
  haveAccount: { pt: 'Já tem conta?', en: 'Already have an account?', es: '¿Ya tienes cuenta?' },
  toSignIn: { pt: 'Entrar', en: 'Sign in', es: 'Entrar' },
  refusedTitle: {
    pt: 'Não foi possível abrir o convite',
    en: 'The invitation could not be opened',
    es: 'No se pudo abrir la invitación',
  },
  emailTaken: {
    pt: 'Este e-mail já tem uma conta. Peça a quem convidou você um convite para outro e-mail.',
    en: 'This email already has an account. Ask the person who invited you for an invitation to another email.',
    es: 'Este correo ya tiene una cuenta. Pide a quien te invitó una invitación a otro correo.',
  },
  retry: { pt: 'Tentar de novo', en: 'Try again', es: 'Intentar de nuevo' },
});
