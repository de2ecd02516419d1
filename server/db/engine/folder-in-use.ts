/** Another process holds the data folder. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse'

  constructor(folder: string, detail = '') {
    super(
      `数据目录 ${folder} 正被另一个进程使用，拒绝打开。请先停止那个进程，或用 DATA_DIR 指定别的目录。${detail}`,
    )
  }
}
