/** The folder of the firm's texts, from the project's folder, in which the build runs. */
export const CONTENT_FOLDER = 'content'
