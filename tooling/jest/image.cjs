// In tests, every imported image is this text.
module.exports = 'image';
