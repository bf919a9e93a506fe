/** A file behind one of our signed addresses, as if it had been chosen from this computer. */
export async function keptFile(address: string, name: string): Promise<File> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error('ERR_NOT_FOUND');
  const bytes = await answer.blob();
  return new File([bytes], name, { type: bytes.type });
}
