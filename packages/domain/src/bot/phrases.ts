/** Built-in texts of the bot for customers, in Portuguese. */
export const phrases = {
  noAudio: 'No momento não conseguimos ouvir áudios por aqui. Por favor, escreva a sua mensagem.',
  notAnOption: 'Não encontrei essa opção. Responda com um dos números abaixo.',
  notARating: 'Não entendi a nota. Responda só com um número de 0 a 10.',
  consentQuestion: 'Estou ciente de como os meus dados são usados neste atendimento.\n\n*1* – Sim\n*2* – Não',
  optedOut: 'Pronto: você não vai mais receber as nossas campanhas. Se precisar de atendimento, é só escrever aqui.',
  back: 'Voltar ao menu',
  leave: 'Encerrar a conversa',
  listButton: 'Ver opções',
} as const;
